// biome-ignore-all lint/performance/noBarrelFile: What the package exports, all in one place.
export {
  type CustomerRef,
  type CustomerUpdate,
  createFairseat,
  type Fairseat,
  type FairseatOptions,
  type SignInLink,
} from './create-fairseat.ts'
export type { CustomerState, WebhookEvent } from './customer-state.ts'
export { FairseatError } from './fairseat-error.ts'
export { type ReceivedWebhook, verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'
