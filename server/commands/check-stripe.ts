import Stripe from 'stripe'
import { webhookPath } from '../../core/billing/contract.ts'
import { taxBehaviorOf } from '../../core/plans/catalogue.ts'
import {
  checkTax,
  findAccountProblem,
  findPortal,
  findPrices,
  findWebhook,
  usedEvents,
} from '../billing/stripe/account.ts'
import { connectStripe } from '../billing/stripe/connect-stripe.ts'
import type { Env } from '../env.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { check, skip } from './report-check.ts'

const patienceMs = 5_000

/** The account at Stripe: keys, prices, customer portal and webhook endpoint. */
export async function checkStripe(env: Env): Promise<void> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl, STRIPE_WEBHOOK_SECRET: secrets = [] } = env
  if (!secretKey) {
    skip('Stripe', 'STRIPE_SECRET_KEY is not set, so the emulator takes its place and nobody is charged')
    return
  }
  const stripe = connectStripe(secretKey, apiUrl, env.STRIPE_CALLS_PER_SECOND)
  await check('Stripe', async () => {
    const account = await stripe.accounts.retrieveCurrent()
    const problem = findAccountProblem(account, env.takesRealMoney)
    if (problem) throw new Error(`account ${account.id}: ${problem}`)
    return `account ${account.id}, ${env.takesRealMoney ? 'live' : 'test'} mode`
  })
  await check('prices', async () => {
    const prices = await findPrices(stripe, loadCatalogue(env.PRICING_CONFIG))
    const ids = Object.values(prices).map(({ stripePriceId }) => stripePriceId)
    return `the catalogue's (${ids.join(', ')})`
  })
  const catalogue = loadCatalogue(env.PRICING_CONFIG)
  if (taxBehaviorOf(catalogue))
    await check('Stripe Tax', async () => {
      await checkTax(stripe, catalogue)
      return `active, prices are ${taxBehaviorOf(catalogue)} of tax`
    })
  await check('customer portal', async () => {
    const portal = await findPortal(stripe)
    if (!portal) throw new Error('there is none: run `npm run stripe:setup`')
    const { payment_method_update: card, subscription_cancel: cancel } = portal.features
    // A customer who cannot give another card stays unpaid, and one who cannot cancel asks the bank.
    if (!card.enabled || !cancel.enabled)
      throw new Error(`${portal.id} must let customers change the payment method and cancel`)
    return portal.id
  })
  const webhookUrl = new URL(webhookPath, env.BACKEND_URL).href
  await check('webhook endpoint', async () => {
    const endpoint = await findWebhook(stripe, webhookUrl)
    if (!endpoint) throw new Error(`Stripe reports nothing to ${webhookUrl}: run \`npm run stripe:setup\``)
    const { id, enabled_events: enabled } = endpoint
    if (enabled.includes('*')) throw new Error(`${id} reports every event: run \`npm run stripe:setup\``)
    const missing = usedEvents.filter((type) => !enabled.includes(type))
    if (missing.length > 0)
      throw new Error(`${id} does not report ${missing.join(', ')}: run \`npm run stripe:setup\``)
    const unused = enabled.filter((type) => !(usedEvents as readonly string[]).includes(type))
    if (unused.length > 0)
      throw new Error(`${id} reports more than is used (${unused.join(', ')}): run \`npm run stripe:setup\``)
    if (endpoint.api_version !== Stripe.API_VERSION) {
      throw new Error(
        `${id} has API version ${endpoint.api_version ?? 'of the account'}, we understand ${Stripe.API_VERSION}`,
      )
    }
    return `${id}, API version ${endpoint.api_version}`
  })
  await check('webhook reachable and signed', async () => {
    const payload = JSON.stringify({
      id: `evt_doctor_${Date.now()}`,
      object: 'event',
      type: 'fairseat.doctor',
      created: Math.floor(Date.now() / 1_000),
      data: { object: {} },
    })
    const send = (signature: string) =>
      fetch(webhookUrl, {
        method: 'POST',
        body: payload,
        headers: { 'stripe-signature': signature },
        signal: AbortSignal.timeout(patienceMs),
      })
    for (const secret of secrets) {
      const { status } = await send(stripe.webhooks.generateTestHeaderString({ payload, secret }))
      if (status !== 200) throw new Error(`${webhookUrl} answered ${status} to a signed event`)
    }
    if ((await send('t=1,v1=forged')).ok) throw new Error(`${webhookUrl} accepted a forged event`)
    return webhookUrl
  })
}
