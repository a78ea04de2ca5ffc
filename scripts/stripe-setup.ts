import { connectStripe, setUpPrices } from '../server/billing/stripe-gateway.ts'
import { ConfigurationError } from '../server/configuration-error.ts'
import { readEnvironment } from '../server/env.ts'
import { loadCatalogue } from '../server/plans/load-catalogue.ts'

// Makes the catalogue's prices at Stripe, or says that they are there. Safe to run any number of times.
const env = readEnvironment()
const catalogue = loadCatalogue(env.PRICING_CONFIG)
if (!env.STRIPE_SECRET_KEY) throw new ConfigurationError('Set STRIPE_SECRET_KEY first.')
await setUpPrices(connectStripe(env.STRIPE_SECRET_KEY, env.STRIPE_API_URL), catalogue)
console.log('Stripe has the prices of the catalogue.')
