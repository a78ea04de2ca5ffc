import type { ApiKeyScope } from '../core/integration/api-key-scopes.ts'
import { inLanguage } from '../core/messages/in-language.ts'
import * as messages from '../core/messages/messages.ts'

export interface PlanNames {
  monthly: string
  yearly: string
  lifetime: string
}

/** What visitors read is a message; what operators and programs read is English. */
type Sentence = string | ((plans: PlanNames) => string)

const needsScope = (scope: ApiKeyScope) =>
  `This API key lacks the scope "${scope}". Add it to the key's entry in API_KEYS and restart Fairseat.`

// The one place where an error code becomes a status and a sentence a person can act on; names of plans are filled in.
const errors = {
  'bad-request': [400, () => messages.errorBadRequest],
  'not-json': [415, 'Send this as JSON, with the content type application/json.'],
  'bad-first-name': [400, () => messages.errorBadFirstName],
  'bad-email': [400, () => messages.errorBadEmail],
  'code-wrong': [400, () => messages.errorCodeWrong],
  'code-expired': [400, () => messages.errorCodeExpired],
  'code-spent': [403, () => messages.errorCodeSpent],
  'unknown-provider': [400, () => messages.errorUnknownProvider],
  'email-taken': [409, () => messages.errorEmailTaken],
  'external-id-taken': [409, () => messages.errorExternalIdTaken],
  'sign-in-token-invalid': [400, () => messages.providerFailed],
  'sign-in-token-expired': [400, () => messages.productTookTooLong],
  'sign-in-token-issuer': [400, () => messages.productNotSetUp],
  'sign-in-token-audience': [400, () => messages.productNotSetUp],
  'sign-in-email-missing': [403, () => messages.providerWithoutAddress],
  'sign-in-email-unverified': [403, () => messages.productAddressUnverified],
  'not-signed-in': [401, () => messages.errorNotSignedIn],
  'proof-needed': [403, () => messages.errorProofNeeded],
  'key-refused': [401, () => messages.errorKeyRefused],
  'token-refused': [401, 'This needs the token of METRICS_TOKEN as "Authorization: Bearer …".'],
  'api-key-refused': [401, 'This needs a key of API_KEYS as "Authorization: Bearer fs_…".'],
  'browser-refused': [403, 'This API is for servers. A key that a page knows is public.'],
  'needs-scope-read': [403, needsScope('read')],
  'needs-scope-write': [403, needsScope('write')],
  'needs-scope-gifts': [403, needsScope('gifts')],
  'needs-scope-sign-in': [403, needsScope('sign-in')],
  'bad-api-request': [400, 'The request is not as /api/v1/openapi.json describes it.'],
  'grant-in-the-past': [400, 'The end of what is given must lie in the future.'],
  'unknown-customer': [404, 'There is no customer with this id.'],
  'unknown-grant': [404, 'There is no grant with this id.'],
  'key-missing': [401, 'Calls from another site need the publishable key in the header "apikey".'],
  'foreign-origin': [403, () => messages.errorForeignOrigin],
  'unknown-path': [404, () => messages.errorUnknownPath],
  'bad-plan': [400, () => messages.errorBadPlan],
  'webhook-forged': [400, 'The signature does not fit this event.'],
  'no-receipt': [404, () => messages.errorNoReceipt],
  'nothing-to-manage': [404, () => messages.errorNothingToManage],
  'guarantee-over': [409, () => messages.errorGuaranteeOver],
  'not-your-checkout': [403, () => messages.errorNotYourCheckout],
  'has-monthly': [409, (plans) => messages.errorHasMonthly(plans)],
  'has-yearly': [409, ({ yearly }) => messages.errorHasMonthly({ monthly: yearly })],
  'has-lifetime': [409, (plans) => messages.errorHasLifetime(plans)],
  'checkout-replaced': [409, (plans) => messages.errorCheckoutReplaced(plans)],
  'payment-processing': [409, () => messages.errorPaymentProcessing],
  'seats-held': [409, () => messages.errorSeatsHeld],
  'newcomers-full': [409, () => messages.errorNewcomersFull],
  'price-changed': [409, (plans) => messages.errorPriceChanged(plans)],
  'subscription-live': [409, () => messages.errorSubscriptionLive],
  'bad-host': [400, 'The request must name its host once, in the Host header.'],
  'wrong-host': [
    421,
    'This server does not answer under this name. Use its configured address; a proxy in front of it must pass on the Host header.',
  ],
  'too-large': [413, () => messages.errorTooLarge],
  'too-many': [429, () => messages.tooManyTries],
  'too-many-mails': [429, () => messages.errorTooManyMails],
  'mails-exhausted': [429, () => messages.errorMailsExhausted],
  'codes-exhausted': [429, () => messages.errorCodesExhausted],
  'network-busy': [429, () => messages.errorNetworkBusy],
  'network-awaiting': [429, () => messages.errorNetworkAwaiting],
  'network-paused': [429, () => messages.errorNetworkPaused],
  'buyer-paused': [429, () => messages.errorBuyerPaused],
  'provider-down': [502, () => messages.errorProviderDown],
  'token-issuer-down': [502, () => messages.productNotReached],
  'payment-service-down': [502, () => messages.errorPaymentServiceDown],
  'payment-service-busy': [503, () => messages.errorPaymentServiceBusy],
  'mail-failed': [502, () => messages.errorMailFailed],
  'database-down': [503, () => messages.errorDatabaseDown],
  unexpected: [500, () => messages.somethingWentWrong],
} as const satisfies Record<string, readonly [status: number, sentence: Sentence]>

export type ErrorCode = keyof typeof errors
export const errorCodes = Object.keys(errors) as ErrorCode[]

/** In the language that is being rendered, with the plans by the names that the catalogue gives them. */
export function errorSentence(
  { code, canStartMonthly }: Pick<AppError, 'code' | 'canStartMonthly'>,
  plans: PlanNames,
): string {
  const of: Sentence = errors[code][1]
  const sentence = typeof of === 'string' ? of : of(plans)
  return canStartMonthly ? messages.errorMonthlyMeanwhile({ sentence, monthly: plans.monthly }) : sentence
}

const english = { language: 'en', prefix: '' } as const
/** In the log there are no names. */
const unnamed: PlanNames = { monthly: '{monthly}', yearly: '{yearly}', lifetime: '{lifetime}' }

interface AppErrorOptions extends ErrorOptions {
  retryAfterSeconds?: number
  /** Whether it is said that Monthly can be started meanwhile. */
  canStartMonthly?: boolean
}

export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: (typeof errors)[ErrorCode][0]
  readonly retryAfterSeconds: number | undefined
  readonly canStartMonthly: boolean

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const { canStartMonthly = false } = options
    super(
      inLanguage(english, () => errorSentence({ code, canStartMonthly }, unnamed)),
      options,
    )
    this.code = code
    this.canStartMonthly = canStartMonthly
    this.status = errors[code][0]
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
