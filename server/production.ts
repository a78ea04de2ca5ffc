import { isIPv4 } from 'node:net'

type Given = Record<string, string | undefined>

/** What demo.env holds; everybody knows it. A copy, because a container has no demo.env to compare with. */
const demoValues = {
  AUTH_SECRET: 'demo-secret-for-this-machine-only-not-for-production',
  PUBLIC_KEY: 'pk_demo_fairseat',
}

const required = {
  DATABASE_URL: 'a postgres:// address, or the word "embedded" for the database in DATA_DIR',
  STRIPE_SECRET_KEY: 'the secret key of your Stripe account',
  STRIPE_WEBHOOK_SECRET: 'the signing secret of your webhook endpoint, which `npm run stripe:setup` prints',
  SMTP_URL: 'the mail server that sends sign-in codes, such as smtps://user:password@mail.example',
  MAIL_FROM: 'the sender of sign-in codes, such as Shop <hello@shop.example>',
}

export const isLiveKey = (stripeKey: string | undefined): boolean => /^[rs]k_live_/.test(stripeKey ?? '')

/** 127.0.0.0/8, ::1 and localhost: only this machine can connect. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || /^(\[::1\]|::1)$/.test(host) || (isIPv4(host) && host.startsWith('127.'))
}

/**
 * The facts that make this production: what is at stake, not what somebody remembered to say. Without any, both BACKEND_URL
 * and HOST are loopback, and only then may mails be shown in the outbox. NODE_ENV can only add a reason.
 */
export function productionReasons(given: Given): string[] {
  const { NODE_ENV, STRIPE_SECRET_KEY, BACKEND_URL = '', HOST } = given
  const address = URL.canParse(BACKEND_URL) ? new URL(BACKEND_URL) : undefined
  return [
    ...(NODE_ENV === 'production' ? ['NODE_ENV is production'] : []),
    ...(isLiveKey(STRIPE_SECRET_KEY) ? ['STRIPE_SECRET_KEY is a live key'] : []),
    ...(address?.protocol === 'https:' ? [`BACKEND_URL is https: ${address.origin}`] : []),
    ...(address && address.protocol !== 'https:' && !isLoopback(address.hostname)
      ? [`BACKEND_URL is not on this machine: ${address.origin}`]
      : []),
    ...(HOST && !isLoopback(HOST) ? [`HOST lets other machines connect: ${HOST}`] : []),
  ]
}

/** What production needs beyond what every start needs. */
export function productionProblems(given: Given): string[] {
  const missing = Object.entries(required)
    .filter(([name]) => given[name] === undefined)
    .map(([name, need]) => `${name} is missing: ${need}`)
  const fromDemo = Object.entries(demoValues)
    .filter(([name, demo]) => given[name]?.split(',').includes(demo))
    .map(([name]) => `${name} is the one of demo.env, which everybody knows: make one of your own`)
  const forDemos =
    given.DEV_TOKEN === undefined ? [] : ['DEV_TOKEN must not be set: there is no outbox to open']
  const inTheClear = webhookUrls(given.PRODUCT_WEBHOOKS)
    .filter(({ protocol, hostname }) => protocol === 'http:' && !isLoopback(hostname))
    .map(({ origin }) => `PRODUCT_WEBHOOKS must be https outside of this machine: ${origin}`)
  return [...missing, ...fromDemo, ...forDemos, ...inTheClear]
}

/** As far as they can be read; what is wrong with the rest is said elsewhere. */
function webhookUrls(setting = '[]'): URL[] {
  try {
    return JSON.parse(setting).map(({ url }: { url: string }) => new URL(url))
  } catch {
    return []
  }
}

/** What is wrong with the settings of Stripe, in production or not. */
export function stripeProblems(given: Given): string[] {
  return isLiveKey(given.STRIPE_SECRET_KEY) && given.STRIPE_API_URL !== undefined
    ? [
        'STRIPE_API_URL must not be set with a live key: the key would be sent to another address than Stripe’s',
      ]
    : []
}
