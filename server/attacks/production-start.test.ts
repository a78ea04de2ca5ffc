import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { makeSecret, makeWebhookSecret } from '../../tests/support/app/made-secrets.ts'
import { createMigratedDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { startChildProcess } from '../../tests/support/processes/child-process.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'
import { openDatabase } from '../db/open-database.ts'
import { purchases, seatHolds } from '../db/schema.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { offerTerms, openOffer } from '../seats/open-offer.ts'

const liveKey = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: makeWebhookSecret() }
const httpsAddress = { BACKEND_URL: 'https://shop.example' }
/** What demo.env would otherwise give, and what only a public server needs. */
const required = ['AUTH_SECRET', 'PUBLIC_KEY', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM']
const alsoStripe = [...required, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']

/** What the built server printed when it refused to start; fails if it listened. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const port = await findFreePort()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-attack-'))
  const orders = {
    script: 'dist/server/main.js',
    readyUrl: `http://127.0.0.1:${port}/healthz`,
    env: { PORT: String(port), DATA_DIR: dataDir, URGENCY_SOURCE: 'simulated', ...env },
  }
  try {
    const server = await startChildProcess(orders)
    await server.kill()
  } catch (error) {
    return String(error)
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  throw new Error('The server started.')
}

describe('F28: the built server refuses to start with demo settings and names everything at once', () => {
  test.each<[string, Record<string, string>, RegExp, string[]]>([
    ['a live key and an https address', { ...liveKey, ...httpsAddress }, /live key.*https:/, required],
    [
      'the same with NODE_ENV=test',
      { ...liveKey, ...httpsAddress, NODE_ENV: 'test' },
      /live key.*https:/,
      required,
    ],
    ['a live key alone', liveKey, /live key/, [...required, 'BACKEND_URL']],
    ['an https address alone', httpsAddress, /BACKEND_URL is https/, alsoStripe],
    ['an address without https', { BACKEND_URL: 'http://shop.example' }, /BACKEND_URL is not/, alsoStripe],
    ['an open HOST', { HOST: '0.0.0.0' }, /HOST/, [...alsoStripe, 'BACKEND_URL']],
    [
      'an open HOST with NODE_ENV=development',
      { HOST: '::', NODE_ENV: 'development' },
      /HOST/,
      [...alsoStripe, 'BACKEND_URL'],
    ],
  ])('%s', async (_what, env, reason, names) => {
    const printed = await refusalOf(env)
    expect(printed).toMatch(reason)
    const missing = [...printed.matchAll(/^ {2}(\w+) is missing/gm)].map(([, name]) => name)
    expect(missing.sort()).toEqual(names.sort())
    expect(printed).not.toMatch(/^\s+at /m)
  })

  test('the settings of demo.env, copied into the environment', async () => {
    const demo = {
      AUTH_SECRET: 'demo-secret-for-this-machine-only-not-for-production',
      PUBLIC_KEY: 'pk_demo_fairseat',
    }
    const printed = await refusalOf({ ...liveKey, ...httpsAddress, ...demo })
    expect(printed).toMatch(/AUTH_SECRET has the value of demo\.env/)
    expect(printed).toMatch(/PUBLIC_KEY has the value of demo\.env/)
  })

  test('a live key that would be sent to another address than Stripe’s', async () => {
    const printed = await refusalOf({ ...liveKey, STRIPE_API_URL: 'http://127.0.0.1:9' })
    expect(printed).toMatch(/STRIPE_API_URL must not be set with a live key/)
  })
})

describe('F93: the built server refuses what leaks or can be guessed and names everything at once', () => {
  const complete = {
    ...httpsAddress,
    ...liveKey,
    AUTH_SECRET: makeSecret(),
    PUBLIC_KEY: 'pk_of_a_shop',
    DATABASE_URL: 'embedded',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'Shop <hello@shop.example>',
  }
  const secret = makeSecret()

  test('in production', async () => {
    const printed = await refusalOf({
      ...complete,
      STRIPE_SECRET_KEY: 'sk_test_emulator',
      STRIPE_WEBHOOK_SECRET: 'whsec_emulator',
      STRIPE_API_URL: 'http://stripe.example',
      AUTH_SECRET: 'a'.repeat(32),
      METRICS_TOKEN: '12345678'.repeat(4),
      SMTP_URL: 'smtp://mail.example?ignoreTLS=true',
      PRODUCT_WEBHOOKS: JSON.stringify([{ url: 'http://app.example', secret: `whsec_${secret}` }]),
      AUTH_JWT: JSON.stringify([
        { issuer: 'x', jwksUrl: 'http://app.example', audience: 'x', origins: ['http://app.example'] },
      ]),
      OIDC_CLIENTS: JSON.stringify([
        {
          clientId: 'x',
          clientSecret: 'a-secret-of-pagelet-and-of-nobody-else',
          name: 'X',
          redirectUris: ['http://app.example'],
        },
      ]),
      OIDC_PROVIDERS: JSON.stringify([
        { id: 'x', name: 'X', issuer: 'http://id.example', clientId: 'x', clientSecret: secret },
      ]),
    })
    const refused = [...printed.matchAll(/^ {2}(\S+) (must|is|has) /gm)].map(([, name]) => name)
    expect(refused.sort()).toEqual(
      [
        'STRIPE_SECRET_KEY',
        'STRIPE_WEBHOOK_SECRET',
        'STRIPE_API_URL',
        'AUTH_SECRET',
        'METRICS_TOKEN',
        'SMTP_URL',
        'PRODUCT_WEBHOOKS.0.url',
        'AUTH_JWT.0.jwksUrl',
        'AUTH_JWT.0.origins.0',
        'OIDC_CLIENTS.0.redirectUris.0',
        'OIDC_CLIENTS',
        'OIDC_PROVIDERS.0.issuer',
      ].sort(),
    )
    expect(printed).not.toMatch(/^\s+at /m)
  })

  test('an address without https, however complete the rest is', async () => {
    const printed = await refusalOf({ ...complete, BACKEND_URL: 'http://shop.example' })
    expect(printed).toMatch(/^ {2}BACKEND_URL must begin with https:/m)
  })
})

test('F40 L1: the built server refuses to sell seats with a test key where seats were sold for real', async () => {
  const databaseUrl = await createMigratedDatabase(inject('postgresUrl'))
  const { db, close } = await openDatabase({ databaseUrl, dataDir: 'unused', embeddedAllowed: false })
  const terms = offerTerms(loadCatalogue('pricing.config.json'))
  await openOffer(db, { ...terms, livemode: true })
  const times = { takenAt: new Date(), expiresAt: new Date() }
  const sold = { id: 'hold', offerId: terms.id, state: 'sold' as const, paymentId: 'pi_real', ...times }
  await db.insert(seatHolds).values(sold)
  const paid = { id: 'pi_real', amountMinor: 8_900, currency: 'usd', paidAt: new Date() }
  await db.insert(purchases).values({ ...paid, livemode: true })
  await close()
  const printed = await refusalOf({ URGENCY_SOURCE: 'live', DATABASE_URL: databaseUrl })
  expect(printed).toMatch(/of a shop that sells for real, and STRIPE_SECRET_KEY is a test key/)
  expect(printed).not.toMatch(/^\s+at /m)
})
