import { expect, expectTypeOf, test } from 'vitest'
import type * as client from '../../packages/client/src/index.ts'
import { CustomerUpdate, type SignInLink, WebhookEvent } from './contract.ts'
import type { CustomerState } from './customer-state.ts'

// The client package has types of its own, since it imports nothing of ours. `npm run check:types` compares them.

test('the client and the server mean the same by a customer, a webhook, an update and a sign-in link', () => {
  expectTypeOf<client.CustomerState>().toEqualTypeOf<CustomerState>()
  expectTypeOf<client.WebhookEvent>().toEqualTypeOf<WebhookEvent>()
  expectTypeOf<client.SignInLink>().toEqualTypeOf<SignInLink>()
  const update: client.CustomerUpdate = { email: 'ana@example.com', name: 'Ana', emailVerified: true }
  expect(CustomerUpdate.parse(update)).toEqual(update)
})

test('what the client knows of an event is what the schema lists', () => {
  const data: client.CustomerState = {
    id: 'usr_ana',
    externalId: '42',
    email: 'ana@example.com',
    plan: 'lifetime',
    status: 'active',
    features: ['projects:unlimited'],
    trialEndsAt: null,
    periodEndsAt: null,
    cancelAtPeriodEnd: false,
    graceEndsAt: null,
    seat: { offer: 'launch', number: 37 },
    livemode: false,
    version: 12,
    updatedAt: '2026-11-16T10:00:00.000Z',
  }
  const event: client.WebhookEvent = { type: 'customer.deleted', timestamp: data.updatedAt, data }
  expect(WebhookEvent.parse(event)).toEqual(event)
})
