import Stripe from 'stripe'
import { type CallBudget, waitFor } from './call-budget.ts'

const tooManyRequests = 429
const firstRetryMs = 500
const longestRetryMs = 4_000

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

/** The SDK's own, within the budget. "Too many requests" is waited out: the SDK would take it for final. */
export function createHttpClient(budget: CallBudget): HttpClient {
  const client = Stripe.createNodeHttpClient()
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    for (let tries = 0; ; tries += 1) {
      await budget.take()
      const response = await makeRequest(...request)
      if (response.getStatusCode() !== tooManyRequests) return response
      await waitFor(Math.min(longestRetryMs, firstRetryMs * 2 ** tries) * (0.5 + Math.random() / 2))
    }
  }
  return client
}
