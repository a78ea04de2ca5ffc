import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { createStripeGateway } from './stripe-gateway.ts'

const noSuchCustomer = {
  error: {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'customer',
    message: "No such customer: 'cus_of_another_key'",
  },
}

/** Stripe refuses to list anything of a customer that the key does not know; the sandbox answers an empty list. */
const stripe = createServer((_, response) => {
  response.writeHead(400, { 'content-type': 'application/json' })
  response.end(JSON.stringify(noSuchCustomer))
})
beforeAll(() => new Promise<void>((resolve) => void stripe.listen(0, '127.0.0.1', resolve)))
afterAll(() => void stripe.close())

test('F19: a customer of another key holds nothing, and reading it does not fail', async () => {
  const payments = createStripeGateway({
    secretKey: 'sk_test_other',
    webhookSecret: 'whsec_of_the_tests',
    apiUrl: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
    catalogue: loadCatalogue('pricing.config.json'),
  })
  expect(await payments.readState('cus_of_another_key')).toEqual({ subscriptions: [], payments: [] })
})

test('F16: while one signing secret replaces the other, either is taken and no third one', () => {
  const payments = createStripeGateway({
    secretKey: 'sk_test_any',
    webhookSecret: 'whsec_the_new_one,whsec_the_old_one',
    catalogue: loadCatalogue('pricing.config.json'),
  })
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'any', data: { object: {} } })
  const verify = (secret: string) =>
    payments.verifyEvent(
      payload,
      new Stripe('sk_test_any').webhooks.generateTestHeaderString({ payload, secret }),
    )
  expect(verify('whsec_the_new_one').id).toBe('evt_1')
  expect(verify('whsec_the_old_one').id).toBe('evt_1')
  for (const other of ['whsec_a_third_one', 'whsec_the_new_one,whsec_the_old_one', 'whsec_the_new_on'])
    expect(() => verify(other)).toThrow('The signature does not fit')
})
