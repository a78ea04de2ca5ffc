import Stripe from 'stripe'
import { createCallBudget, defaultCallsPerSecond } from './call-budget.ts'
import { createHttpClient } from './http-client.ts'

const timeoutMs = 10_000
const retries = 2

export function connectStripe(
  secretKey: string,
  apiUrl: string | undefined,
  callsPerSecond = defaultCallsPerSecond,
): Stripe {
  const api = apiUrl ? new URL(apiUrl) : undefined
  return new Stripe(secretKey, {
    httpClient: createHttpClient(createCallBudget({ callsPerSecond, burst: callsPerSecond })),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(api && {
      host: api.hostname,
      port: api.port,
      protocol: api.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  })
}
