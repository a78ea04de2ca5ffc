import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
