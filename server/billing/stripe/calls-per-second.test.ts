import { expect, inject, test } from 'vitest'
import { createTestBrowser, newAddress } from '../../../tests/support/app/test-app.ts'
import { startBuiltServer } from '../../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../../tests/support/processes/free-port.ts'

test('F47: a server calls Stripe as often as STRIPE_CALLS_PER_SECOND says', async () => {
  const server = await startBuiltServer({
    port: await findFreePort(),
    postgresUrl: inject('postgresUrl'),
    env: { STRIPE_CALLS_PER_SECOND: '1', STRIPE_WAIT_SECONDS: '120' },
  })
  try {
    const buyers = [1, 2].map(() => createTestBrowser({ request: fetch }, { origin: server.url }))
    for (const buyer of buyers) await buyer.signIn(newAddress())
    const startedAt = performance.now()
    const responses = await Promise.all(
      buyers.map((buyer) => buyer.post('/api/stripe/create-checkout', { plan: 'monthly' })),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    // Four calls, of which the first need not wait.
    expect(performance.now() - startedAt).toBeGreaterThan(2_900)
  } finally {
    await server.stop()
  }
})
