import { createTransport } from 'nodemailer'
import Stripe from 'stripe'
import { connectStripe } from '../server/billing/stripe-gateway.ts'
import { readEnvironment } from '../server/env.ts'
import { auditSeats } from '../server/urgency/audit-seats.ts'
import { countUnpaidHolds } from '../server/urgency/store.ts'
import { openBilling } from './open-billing.ts'

// One line for each thing that a running shop needs; the exit code is 1 when one of them is missing.

const env = readEnvironment()

async function check(what: string, look: () => Promise<string>) {
  try {
    console.log(`ok    ${what}: ${await look()}`)
  } catch (error) {
    process.exitCode = 1
    console.log(`FAIL  ${what}: ${error instanceof Error ? error.message : error}`)
  }
}

const keys = { secret: env.STRIPE_SECRET_KEY ?? '', webhook: env.STRIPE_WEBHOOK_SECRET?.[0] ?? '' }
const stripe = connectStripe(keys.secret || 'sk_test_none', env.STRIPE_API_URL)
const webhookUrl = new URL('/api/stripe/webhook', env.BACKEND_URL).href

await check('database', async () => {
  const billing = await openBilling(env)
  await billing.close()
  return `${env.DATABASE_URL?.startsWith('postgres') ? 'PostgreSQL' : 'embedded'}, migrations applied`
})
await check('seats', async () => {
  const billing = await openBilling(env)
  try {
    const audits = await auditSeats(billing.db)
    const problems = audits.flatMap((audit) => audit.problems)
    if (problems.length > 0) throw new Error(`the books do not add up: ${problems.join('; ')}`)
    const unpaid = await countUnpaidHolds(billing.db)
    const offers = audits.map(
      ({ offerId, sold, held, cap }) => `${offerId} ${sold} sold, ${held} held of ${cap}`,
    )
    return `${offers.join('; ') || 'no offer yet'}; in the last day ${unpaid.seats} held and given back unpaid, by ${unpaid.people} people`
  } finally {
    await billing.close()
  }
})
await check('Stripe key', async () => {
  if (!keys.secret) throw new Error('STRIPE_SECRET_KEY is not set; npm start uses the sandbox')
  const account = await stripe.accounts.retrieveCurrent()
  return `account ${account.id}, ${keys.secret.includes('_live_') ? 'live' : 'test'} mode`
})
await check('prices', async () => {
  const billing = await openBilling(env)
  const ids = await billing.payments.priceIds().finally(billing.close)
  return `the catalogue's (${Object.values(ids).join(', ')})`
})
await check('webhook endpoint', async () => {
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 })
  const ours = endpoints.data.find(({ url, status }) => url === webhookUrl && status === 'enabled')
  if (!ours) throw new Error(`Stripe sends nothing to ${webhookUrl}: add it under Developers, Webhooks`)
  if (ours.api_version !== Stripe.API_VERSION) {
    throw new Error(
      `it is set to API version ${ours.api_version ?? 'of the account'}, we understand ${Stripe.API_VERSION}`,
    )
  }
  return `${ours.id}, API version ${ours.api_version}`
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
    fetch(webhookUrl, { method: 'POST', body: payload, headers: { 'stripe-signature': signature } })
  const signed = await send(stripe.webhooks.generateTestHeaderString({ payload, secret: keys.webhook }))
  if (signed.status !== 200) throw new Error(`${webhookUrl} answered ${signed.status} to a signed event`)
  if ((await send('t=1,v1=forged')).ok) throw new Error(`${webhookUrl} accepted a forged event`)
  return webhookUrl
})
await check('mail', async () => {
  if (!env.SMTP_URL) throw new Error('SMTP_URL is not set; codes go to /dev/outbox')
  const transport = createTransport({ url: env.SMTP_URL, connectionTimeout: 5_000 })
  await transport.verify()
  return `the server answers, mails come from ${env.MAIL_FROM}`
})
