import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { WebhookEvent } from '../../core/integration/contract.ts'
import {
  type CustomerState,
  customerState,
  type FeaturesByPlan,
  type UnversionedState,
} from '../../core/integration/customer-state.ts'
import type { Drizzle } from '../db/database.ts'
import {
  findCustomer,
  findRevokedAt,
  listGrants,
  listSubscriptions,
  lockState,
  saveState,
  versionedState,
} from './store.ts'
import type { WebhookEndpoint } from './webhooks/endpoint.ts'
import { enqueueEvent } from './webhooks/event-store.ts'

export interface StateDeps {
  features: FeaturesByPlan
  livemode: boolean
  endpoints: readonly WebhookEndpoint[]
  /** The seat of a limited offer that the user has bought. */
  findSeat: (tx: Drizzle, userId: string) => Promise<CustomerState['seat']>
  /** The time by the database. */
  now: () => Date
}

interface NewCustomer {
  id: string
  email: string
  externalId: string | null
}

/** Of an account with which nothing has happened yet. */
export const initialState = (
  { features, livemode }: Pick<StateDeps, 'features' | 'livemode'>,
  { id, email, externalId }: NewCustomer,
): UnversionedState =>
  customerState(
    { id, email, externalId, subscriptions: [], grants: [], revokedAt: null, seat: null, livemode },
    features,
    new Date(),
  )

/**
 * To be called in the transaction that changes what a state follows from, at its end. If the state is another now, it gets
 * the next version, and every endpoint of the product is told after the commit.
 */
export function createRecordState(deps: StateDeps) {
  const { features, livemode, endpoints, now } = deps

  async function notify(tx: Drizzle, type: WebhookEvent['type'], state: CustomerState): Promise<void> {
    const body = JSON.stringify({ type, timestamp: state.updatedAt, data: state } satisfies WebhookEvent)
    const event = { messageId: `msg_${randomUUID()}`, customerId: state.id, version: state.version, body }
    await enqueueEvent(tx, endpoints, event)
  }

  return {
    async recordState(tx: Drizzle, userId: string): Promise<void> {
      if (!(await lockState(tx, userId))) return
      const customer = await findCustomer(tx, userId)
      if (!customer) return
      const { id, email, externalId, stored } = customer
      const snapshot = {
        id,
        email,
        externalId,
        subscriptions: await listSubscriptions(tx, userId),
        grants: await listGrants(tx, userId),
        revokedAt: await findRevokedAt(tx, userId, livemode),
        seat: await deps.findSeat(tx, userId),
        livemode,
      }
      const state = customerState(snapshot, features, now())
      if (isDeepStrictEqual(state, stored?.state ?? initialState(deps, { id, email, externalId: null })))
        return
      const saved = await saveState(tx, userId, { state, updatedAt: now() })
      await notify(tx, 'customer.state_changed', versionedState(saved))
    },

    /** The same when the account goes: the product hears that nothing is left. */
    async recordDeletion(tx: Drizzle, userId: string): Promise<void> {
      if (!(await lockState(tx, userId, 'update'))) return
      const customer = await findCustomer(tx, userId)
      if (!customer) return
      // Goes with the account; counts the version.
      const saved = await saveState(tx, userId, { state: initialState(deps, customer), updatedAt: now() })
      await notify(tx, 'customer.deleted', versionedState(saved))
    },
  }
}
