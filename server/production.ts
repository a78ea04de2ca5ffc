import { emulatorKeys } from './billing/emulator-keys.ts'
import { publishedValueProblems } from './published-values.ts'
import { isGuessable } from './secret.ts'
import { isLoopback } from './secure-url.ts'

type Given = Record<string, string | undefined>

const required = {
  DATABASE_URL: 'a postgres:// address, or the word "embedded" for the database in DATA_DIR',
  STRIPE_SECRET_KEY: 'the secret key of your Stripe account',
  STRIPE_WEBHOOK_SECRET: 'the signing secret of your webhook endpoint, which `npm run stripe:setup` prints',
  SMTP_URL: 'the mail server that sends sign-in codes, such as smtps://user:password@mail.example',
  MAIL_FROM: 'the sender of sign-in codes, such as Shop <hello@shop.example>',
}

export const isLiveKey = (stripeKey: string | undefined): boolean => /^[rs]k_live_/.test(stripeKey ?? '')

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
  const forDemos =
    given.DEV_TOKEN === undefined ? [] : ['DEV_TOKEN must not be set: there is no outbox to open']
  return [
    ...missing,
    ...forDemos,
    ...publishedValueProblems(given),
    ...webhookSecretProblems(given.STRIPE_WEBHOOK_SECRET),
  ]
}

/** An attacker who guesses it can report payments. Outside production it may be a word. */
function webhookSecretProblems(setting = ''): string[] {
  const secrets = setting
    .split(',')
    .filter((secret) => secret !== '' && secret !== emulatorKeys.webhookSecret)
  return secrets.some((secret) => isGuessable(secret.replace(/^whsec_/, ''), 24))
    ? ['STRIPE_WEBHOOK_SECRET is easy to guess: it must be the one that Stripe made']
    : []
}

/** What is wrong with the settings of Stripe, in production or not. */
export function stripeProblems(given: Given): string[] {
  return isLiveKey(given.STRIPE_SECRET_KEY) && given.STRIPE_API_URL !== undefined
    ? [
        'STRIPE_API_URL must not be set with a live key: the key would be sent to another address than Stripe’s',
      ]
    : []
}
