import { emulatorKeys } from './billing/emulator-keys.ts'

type Given = Record<string, string | undefined>

/** Everybody can read them in this repository. Copies, because a container has no demo.env and no tests to compare with. */
const published: Readonly<Record<string, string>> = {
  'demo-secret-for-this-machine-only-not-for-production': 'demo.env',
  pk_demo_fairseat: 'demo.env',
  [emulatorKeys.secretKey]: 'the emulator',
  [emulatorKeys.webhookSecret]: 'the emulator',
  'a-secret-between-the-two-of-us-only': 'the tests',
  'a-secret-for-the-bench-that-is-long-enough': 'the tests',
  'a-secret-of-another-product-altogether': 'the tests',
  'a-secret-of-at-least-32-characters': 'the tests',
  'a-secret-of-pagelet-and-of-nobody-else': 'the tests',
}

const settings = [
  'AUTH_SECRET',
  'PUBLIC_KEY',
  'METRICS_TOKEN',
  'SEAT_LOG_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'OIDC_CLIENTS',
  'PRODUCT_WEBHOOKS',
]

/** The settings that hold one of them, alone, in a list or in JSON. */
export function publishedValueProblems(given: Given): string[] {
  return settings.flatMap((name) => {
    const values = given[name]?.split(/[,"]/).map((value) => value.trim().toLowerCase())
    const source = Object.keys(published).find((value) => values?.includes(value.toLowerCase()))
    return source
      ? [`${name} has the value of ${published[source]}, which everybody knows: make one of your own`]
      : []
  })
}
