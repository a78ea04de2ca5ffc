import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { openSandbox } from '../sandbox/test-kit.ts'
import { createStripeGateway, setUpPrices } from '../server/billing/stripe-gateway.ts'
import type { Drizzle } from '../server/db/database.ts'
import { loadCatalogue } from '../server/plans/load-catalogue.ts'
import { createTestApp, createTestBrowser, newAddress } from './test-app.ts'

export const cards = {
  pays: '4242424242424242',
  declines: '4000000000000002',
  paysLater: 'DE89370400440532013000',
}

const webhookSecret = 'whsec_of_the_tests'
const catalogue = loadCatalogue('pricing.config.json')

export type BillingKit = Awaited<ReturnType<typeof startBillingKit>>

/** The whole server with the sandbox behind it. Deliveries wait until a test asks for them, unless it says otherwise. */
export async function startBillingKit(db: Drizzle, { deliverAtOnce = false } = {}) {
  const sandbox = await openSandbox()
  await setUpPrices(sandbox.stripe, catalogue)
  const payments = createStripeGateway({
    secretKey: 'sk_test_kit',
    webhookSecret,
    apiUrl: sandbox.url,
    catalogue,
  })
  const app = createTestApp(db, {}, {}, payments)
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await sandbox.control('/faults', { hold: !deliverAtOnce })
  await sandbox.control('/webhook-endpoint', {
    url: `http://127.0.0.1:${port}/api/stripe/webhook`,
    secret: webhookSecret,
  })

  return {
    app,
    sandbox,
    payments,
    webhookSecret,
    /** Every event that waits, delivered now. */
    deliver: () => sandbox.control('/deliver', {}),
    async signIn() {
      const visitor = createTestBrowser(app)
      const id = await visitor.signIn(newAddress())
      const checkout = (plan: string) => visitor.post('/api/stripe/create-checkout', { plan })
      return {
        ...visitor,
        id,
        checkout,
        plan: async () => (await (await visitor.get('/api/subscription')).json()).plan as string | null,
        /** From the button to the payment; the answer is the sandbox's. */
        async buy(plan: 'monthly' | 'lifetime', card = cards.pays) {
          const { url, error } = await (await checkout(plan)).json()
          if (!url) throw new Error(`No checkout: ${error}`)
          const sessionId = sessionIn(url)
          const paid = await sandbox.pay(sessionId, card)
          return { sessionId, paid: paid.body.result }
        },
      }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await sandbox.close()
    },
  }
}

export const sessionIn = (url: string): string => /cs_test_\w+/.exec(url)?.[0] ?? url
