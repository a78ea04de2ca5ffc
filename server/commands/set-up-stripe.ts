import Stripe from 'stripe'
import { webhookPath } from '../../core/billing/contract.ts'
import { createWebhook, findWebhook, setUpStripe, updateWebhook } from '../billing/stripe/account.ts'
import { connectStripe } from '../billing/stripe/connect-stripe.ts'
import { ConfigurationError } from '../configuration-error.ts'
import { readStripeAccount } from '../env.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'

/** Makes at Stripe what the shop needs there, or says that it is there. Safe to run any number of times. */
export async function setUpStripeAccount(): Promise<void> {
  const env = readStripeAccount()
  const stripe = connectStripe(env.STRIPE_SECRET_KEY ?? '', env.STRIPE_API_URL)
  await setUpStripe(stripe, loadCatalogue(env.PRICING_CONFIG))
  console.log('Stripe has the prices of the catalogue, and a portal where customers manage what they have.')
  console.log(await setUpWebhook(stripe, new URL(webhookPath, env.BACKEND_URL)))
}

async function setUpWebhook(stripe: Stripe, { href, protocol }: URL): Promise<string> {
  if (protocol !== 'https:') {
    return `Stripe was not told to report payments to ${href}, which it cannot reach: set BACKEND_URL to the https address of the shop and run this again. On your own machine \`stripe listen --forward-to ${href}\` reports them, and prints the STRIPE_WEBHOOK_SECRET to use.`
  }
  const found = await findWebhook(stripe, href)
  if (found && found.api_version !== Stripe.API_VERSION) {
    throw new ConfigurationError(
      `Stripe reports payments to ${href} in API version ${found.api_version ?? 'of the account'}, we understand ${Stripe.API_VERSION}. Delete the endpoint ${found.id} at Stripe and run this again.`,
    )
  }
  if (found) {
    await updateWebhook(stripe, found)
    return `Stripe reports payments to ${href}. The STRIPE_WEBHOOK_SECRET is on Stripe's page of the endpoint ${found.id}.`
  }
  const { secret } = await createWebhook(stripe, href)
  return `Stripe now reports payments to ${href}. Keep this in the environment; it is shown once:\nSTRIPE_WEBHOOK_SECRET=${secret}`
}
