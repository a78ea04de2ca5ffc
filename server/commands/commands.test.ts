import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { cards, openEmulator } from '@fairseat/stripe-emulator/testing'
import { eq, like } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { openShop } from '../../tests/simulations/chaos/shop-processes.ts'
import { makeSecret } from '../../tests/support/app/made-secrets.ts'
import { createMigratedDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { copyEmbeddedDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { captureOutput } from '../../tests/support/processes/capture-output.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'
import { findPrices, setUpStripe, usedEvents } from '../billing/stripe/account.ts'
import { openDatabase } from '../db/open-database.ts'
import { billingSyncs, customers, jobs, subscriptions, users, webhookEvents } from '../db/schema.ts'
import { readEnvironment } from '../env.ts'
import { createApiKey, hashOfKey } from '../integration/api-key.ts'
import { webhookEndpoint } from '../integration/webhooks/endpoint.ts'
import { recordOperation } from '../operations/audit-log-store.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { showAuditLog } from './audit-log.ts'
import { printSeatAudit } from './audit-seats.ts'
import { printNewKeys } from './create-keys.ts'
import { runDoctor } from './doctor.ts'
import { explain } from './explain-error.ts'
import { showJobs } from './jobs.ts'
import { openBilling } from './open-billing.ts'
import { showPrices } from './prices.ts'
import { reconcileWithStripe } from './reconcile.ts'
import { setUpStripeAccount } from './set-up-stripe.ts'
import { showWebhooks } from './webhooks.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop({
    ports: [await findFreePort()],
    databaseUrl: await createMigratedDatabase(inject('postgresUrl')),
  })
})
afterAll(() => shop.close())

const environment = (changes: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  ...shop.env,
  ...changes,
})

/**
 * As an operator types it, in the shop's environment with these changes; an empty variable counts as missing. Each command
 * at least once.
 */
async function run(command: string, args: string[] = [], changes: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['dist/cli.js', command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(changes),
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, printed: out + err }
}

const commands = {
  audit: printSeatAudit,
  'audit-log': showAuditLog,
  doctor: runDoctor,
  jobs: showJobs,
  keys: printNewKeys,
  prices: showPrices,
  reconcile: reconcileWithStripe,
  setup: setUpStripeAccount,
  webhooks: showWebhooks,
}

/** The same in this process. */
async function runHere(
  command: keyof typeof commands,
  args: string[] = [],
  changes: Record<string, string> = {},
) {
  const { env } = process
  process.env = environment(changes)
  try {
    return await captureOutput(() =>
      // As server/cli.ts does.
      commands[command](args).catch((error) => {
        process.exitCode = 1
        console.error(explain(error))
      }),
    )
  } finally {
    process.env = env
  }
}

test('an unknown command, and none, list the commands', async () => {
  const unknown = await run('mend')
  expect(unknown).toMatchObject({ code: 1, printed: expect.stringMatching(/^ {2}doctor .+\n {2}setup /m) })
  expect(await run('help')).toEqual({ code: 0, printed: unknown.printed })
  expect((await run('constructor')).code).toBe(1)
})

test('a reader that closes its end, as `head` does, is no failure', async () => {
  const child = spawn(process.execPath, ['dist/cli.js', 'doctor'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment({}),
  })
  const printed = text(child.stderr)
  child.stdout.once('data', () => child.stdout.destroy())
  await once(child, 'close')
  expect(await printed).toBe('')
  expect(child.exitCode).toBe(0)
})

describe('stripe:setup', () => {
  const beforeTheShop = { STRIPE_WEBHOOK_SECRET: '', DATABASE_URL: '', SMTP_URL: '' }

  test('needs only the key, and says that Stripe cannot reach an address without https', async () => {
    const { code, printed } = await runHere('setup', [], beforeTheShop)
    expect(code).toBe(0)
    expect(printed).toContain('Stripe has the prices of the catalogue')
    expect(printed).toContain('set BACKEND_URL to the https address')
  })

  test('has Stripe report payments to the shop, and tells the secret once', async () => {
    const online = { ...beforeTheShop, BACKEND_URL: 'https://shop.example' }
    const first = await run('setup', [], online)
    expect(first.printed).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_\w+$/m)
    const listEndpoints = async () => {
      const { data } = await shop.emulator.stripe.webhookEndpoints.list()
      return data.filter(({ url }) => url === 'https://shop.example/api/stripe/webhook')
    }
    const made = await listEndpoints()
    expect(made).toMatchObject([{ enabled_events: usedEvents }])
    const again = await runHere('setup', [], online)
    expect(again).toMatchObject({ code: 0, printed: expect.stringContaining('https://shop.example/api/') })
    expect(again.printed).not.toContain('whsec_')
    expect(await listEndpoints()).toEqual(made)
  })

  test.each([
    ['everything', ['*']],
    ['less than is used', usedEvents.slice(1)],
    ['more than is used', [...usedEvents, 'invoice.created']],
  ] as const)('has an endpoint that reports %s report what is used', async (_, enabled) => {
    const { webhookEndpoints } = shop.emulator.stripe
    const { id } = await webhookEndpoints.create({
      url: 'https://wide.example/api/stripe/webhook',
      enabled_events: [...enabled],
      api_version: Stripe.API_VERSION,
    })
    const { code, printed } = await runHere('setup', [], { BACKEND_URL: 'https://wide.example' })
    expect({ code, printed }).toEqual({ code: 0, printed: expect.stringContaining(`of the endpoint ${id}`) })
    expect((await webhookEndpoints.retrieve(id)).enabled_events).toEqual(usedEvents)
    await webhookEndpoints.del(id)
  })

  test('refuses an endpoint that speaks another version of the API', async () => {
    const url = 'https://old.example/api/stripe/webhook'
    await shop.emulator.stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })
    const { code, printed } = await runHere('setup', [], { BACKEND_URL: 'https://old.example' })
    expect(code).toBe(1)
    expect(printed).toContain('Delete the endpoint we_')
  })

  test('without a key, or with one that Stripe refuses, says so in a sentence', async () => {
    const missing = await runHere('setup', [], { STRIPE_SECRET_KEY: '' })
    expect(missing).toMatchObject({
      code: 1,
      printed: expect.stringContaining('STRIPE_SECRET_KEY is missing'),
    })
    const refused = await runHere('setup', [], { STRIPE_SECRET_KEY: 'sk_test_of_another' })
    expect(refused).toMatchObject({ code: 1, printed: expect.stringContaining('Invalid API Key') })
    for (const { printed } of [missing, refused]) expect(printed).not.toMatch(/^\s+at /m)
  })
})

describe('doctor', () => {
  test('finds nothing wrong with a shop that runs', async () => {
    const { code, printed } = await run('doctor')
    const lines = printed.trim().split('\n')
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
    expect(lines).toHaveLength(13)
    expect(printed).toContain(
      "ok    clocks: this machine's clock and the database's clock within 10 s of Stripe's",
    )
    expect(code).toBe(0)
  })

  test('names each thing that is wrong, in one line', async () => {
    const [portal] = (await shop.emulator.stripe.billingPortal.configurations.list({ active: true })).data
    await shop.emulator.stripe.billingPortal.configurations.update(portal?.id ?? '', { active: false })
    const { code, printed } = await runHere('doctor', [], {
      BACKEND_URL: 'http://127.0.0.1:9',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      SMTP_URL: 'smtp://127.0.0.1:9',
      PRICING_CONFIG: 'pricing.config.json',
    })
    const wrong = printed.match(/(?<=^FAIL {2})[^:]+/gm)
    const fine = printed.match(/(?<=^ok {4})[^:]+/gm)
    expect(wrong).toEqual([
      'database',
      'customer portal',
      'webhook endpoint',
      'webhook reachable and signed',
      'mail',
    ])
    expect(fine).toEqual(['Stripe', 'prices', 'clocks'])
    // `fetch failed` alone helps nobody.
    expect(printed).toMatch(/webhook reachable and signed: .*fetch failed; \S+/)
    expect(code).toBe(1)
    await runHere('setup')
    expect(await runHere('doctor')).toMatchObject({ code: 0 })
  })

  test('F33: names renewals that Stripe cannot finalize, and why', async () => {
    const daysMs = 86_400_000
    const emulator = await openEmulator({ finalizationFails: true, realMs: () => Date.now() - 3 * daysMs })
    const { stripe } = emulator
    try {
      const catalogue = loadCatalogue('pricing.config.json')
      await setUpStripe(stripe, catalogue)
      const { monthly } = await findPrices(stripe, catalogue)
      const { id: customer } = await stripe.customers.create()
      const { id } = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        line_items: [{ price: monthly.stripePriceId, quantity: 1 }],
        success_url: 'https://shop.example/',
        subscription_data: { metadata: { plan: 'monthly' }, trial_period_days: 1 },
      })
      await emulator.pay(id, cards.pays)
      const env = { STRIPE_API_URL: emulator.url }
      expect((await runHere('doctor', [], env)).printed).toContain(
        'ok    invoices: Stripe can finalize every renewal',
      )
      await emulator.advance(2 * 86_400)
      expect((await runHere('doctor', [], env)).printed).toMatch(
        /FAIL {2}invoices: Stripe cannot finalize 1 renewals.* in_\w+: The customer's location/,
      )
      const [subscription] = (await stripe.subscriptions.list({ customer })).data
      await stripe.subscriptions.cancel(subscription?.id ?? '')
      expect((await runHere('doctor', [], env)).printed).toContain('ok    invoices')
    } finally {
      await emulator.close()
    }
  })

  test.each([
    ['everything', ['*'], 'reports every event'],
    ['too little', usedEvents.slice(1), 'does not report checkout.session.completed'],
    [
      'too much',
      [...usedEvents, 'invoice.created', 'invoice.sent'],
      'reports more than is used (invoice.created, invoice.sent)',
    ],
  ] as const)('names an endpoint that reports %s', async (_, enabled, reason) => {
    const { webhookEndpoints } = shop.emulator.stripe
    const [endpoint] = (await webhookEndpoints.list()).data.filter(({ url }) => url.startsWith(shop.siteUrl))
    const id = endpoint?.id ?? ''
    await webhookEndpoints.update(id, { enabled_events: [...enabled] })
    const { code, printed } = await runHere('doctor')
    await webhookEndpoints.update(id, { enabled_events: [...usedEvents] })
    expect(code).toBe(1)
    expect(printed).toContain(`FAIL  webhook endpoint: ${id} ${reason}: run \`npm run stripe:setup\``)
    expect(await runHere('doctor')).toMatchObject({ code: 0 })
  })

  test('looks whether the API answers and each endpoint of the product is there', async () => {
    const product = createServer((_, response) => response.writeHead(405).end()).listen(0, '127.0.0.1')
    await once(product, 'listening')
    const url = `http://127.0.0.1:${(product.address() as AddressInfo).port}/hook`
    const secret = `whsec_${makeSecret()}`
    const { printed } = await runHere('doctor', [], {
      API_KEYS: createApiKey(),
      PRODUCT_WEBHOOKS: JSON.stringify(
        [url, 'http://127.0.0.1:9/hook'].map((each) => ({ url: each, secret })),
      ),
    })
    expect(printed).toMatch(/^ok {4}API: .+\/api\/v1\/openapi\.json answers, 1 keys$/m)
    expect(printed).toContain(`ok    product webhook: ${url} can be reached`)
    expect(printed).toMatch(/^FAIL {2}product webhook: fetch failed; \S+/m)
    expect(printed).toContain(`ok    product webhooks: ${url}: 0 waiting; http://127.0.0.1:9/hook: 0 waiting`)
    product.close()
  })

  test('fails when an endpoint of the product has not taken something for an hour', async () => {
    const endpoint = { url: 'http://127.0.0.1:9/late', secret: `whsec_${makeSecret()}` }
    const wait = (minutes: number, version: number) =>
      shop.db.insert(webhookEvents).values({
        messageId: 'late',
        endpoint: webhookEndpoint(endpoint).id,
        customerId: 'late',
        version,
        body: '{}',
        createdAt: new Date(Date.now() - minutes * 60_000),
      })
    const doctor = async () =>
      (await runHere('doctor', [], { PRODUCT_WEBHOOKS: JSON.stringify([endpoint]) })).printed
    await wait(55, 2)
    expect(await doctor()).toMatch(/^ok {4}product webhooks: .+\/late: 1 waiting, the oldest since 20/m)
    await wait(65, 1)
    expect(await doctor()).toMatch(/^FAIL {2}product webhooks: .+\/late: 2 waiting, .+ longer than an hour/m)
    await shop.db.delete(webhookEvents)
  })

  test('finds the server that holds the embedded database, before the proxy of its address is there', async () => {
    const dataDir = await copyEmbeddedDataFolder()
    const { close } = await openDatabase({ databaseUrl: undefined, dataDir, embeddedAllowed: true })
    const { printed } = await run('doctor', [], {
      DATABASE_URL: 'embedded',
      DATA_DIR: dataDir,
      BACKEND_URL: 'http://127.0.0.1:9',
    })
    expect(printed).toMatch(/^ok {4}database: embedded, and in use by the server, which is ready/m)
    await close()
  })

  test('of an environment that is not complete names what is missing, without a stack trace', async () => {
    const { code, printed } = await runHere('doctor', [], { AUTH_SECRET: '', STRIPE_WEBHOOK_SECRET: '' })
    expect(code).toBe(1)
    expect(printed).toContain('AUTH_SECRET is missing')
    expect(printed).toContain('STRIPE_WEBHOOK_SECRET is missing')
    expect(printed).not.toMatch(/^\s+at /m)
  })
})

describe('a database without buyers whom Stripe knows', () => {
  const warning = 'Stripe knows customers of this shop who are not in this database, at least 1.'
  const restart = async () => {
    await shop.processes.servers[0]?.kill()
    await shop.restartServer()
  }
  const printed = () => shop.processes.servers[0]?.printed() ?? ''

  test('F39: is told of by the start, and by doctor, until Stripe knows them no longer', async () => {
    const { id } = await shop.emulator.stripe.customers.create({ metadata: { userId: 'lost' } })
    await restart()
    expect(printed()).toContain(warning)
    const found = await runHere('doctor')
    expect(found).toMatchObject({ code: 1, printed: expect.stringContaining(`FAIL  buyers: ${warning}`) })
    await shop.emulator.stripe.customers.update(id, { metadata: { userId: '' } })
    await restart()
    expect(printed()).not.toContain('Stripe knows')
    expect((await runHere('doctor')).printed).toMatch(/^ok {4}buyers: /m)
  })

  test('F39: is told of as soon as Stripe answers, where it was silent at the start', async () => {
    const { id } = await shop.emulator.stripe.customers.create({ metadata: { userId: 'lost' } })
    await shop.emulator.control('/api-faults', { status: 500, count: 1_000, path: '/v1/customers' })
    await restart()
    expect(printed()).not.toContain('Stripe knows')
    await shop.emulator.control('/api-faults', { count: 0 })
    await expect.poll(printed).toContain(warning)
    await shop.emulator.stripe.customers.del(id)
  })
})

test('F31: doctor names the cause of a job that is dead, not of older ones that are tried again, and `jobs retry` has it run', async () => {
  const failed = { createdAt: new Date(0), runAt: new Date(Date.now() + 3_600_000), attempts: 3 }
  const failing = ['one', 'two', 'three', 'four'].map((key) => ({
    ...failed,
    kind: 'of-another-version',
    key,
    error: 'not yet',
  }))
  const dead = {
    kind: 'find-payer',
    key: 'pi_none',
    error: 'Send it by other means.',
    deadAt: new Date(),
    createdAt: new Date(),
  }
  await shop.db.insert(jobs).values(failing)
  expect((await runHere('doctor')).printed).toMatch(
    /^ok {4}jobs: .*4 failing: of-another-version one: not yet; /m,
  )
  await shop.db.insert(jobs).values(dead)
  const { code, printed } = await runHere('doctor')
  expect(code).toBe(1)
  expect(printed).toContain(
    'FAIL  jobs: 1 failed for good and 4 are failing; `npm run jobs` shows them, `npm run jobs -- retry` tries them again: find-payer pi_none: Send it by other means.\n',
  )
  const refund = { kind: 'refund-of-another-version', key: 'later', runAt: new Date('2040-01-02T03:04:05Z') }
  await shop.db.insert(jobs).values([refund, { ...refund, key: 'due', runAt: new Date(0) }])
  const shown = await runHere('jobs')
  expect(shown).toMatchObject({ code: 1, printed: expect.stringMatching(/ 4 failing, 1 dead\.$/m) })
  expect(shown.printed).toContain(
    'waiting refund-of-another-version: 1 due, 1 later, the first at 2040-01-02T03:04:05.000Z\n',
  )
  await shop.db.delete(jobs).where(eq(jobs.kind, refund.kind))
  expect((await runHere('jobs', ['retry'])).printed).toContain('5 to be tried again.')
  const left = () => shop.db.$count(jobs, eq(jobs.kind, dead.kind))
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
  await shop.db.delete(jobs).where(eq(jobs.kind, 'of-another-version'))
})

test('F33: doctor fails when a renewal could not be confirmed for a week', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await shop.db.insert(users).values({ id: 'overdue', name: '', email: 'overdue@example.com' })
  await shop.db.insert(billingSyncs).values({ userId: 'overdue', syncedAt: daysAgo(6.9) })
  await shop.db.insert(subscriptions).values({
    id: 'sub_overdue',
    userId: 'overdue',
    plan: 'monthly',
    status: 'active',
    periodEndsAt: daysAgo(8.1),
  })
  const sync = eq(billingSyncs.userId, 'overdue')
  const doctor = async () => (await runHere('doctor')).printed
  expect(await doctor()).toMatch(/^ok {4}renewals: /m)
  await shop.db
    .update(billingSyncs)
    .set({ syncedAt: daysAgo(7.1) })
    .where(sync)
  expect(await doctor()).toMatch(
    /^FAIL {2}renewals: .* of 1 users .*could not be asked for a week.*npm run jobs/m,
  )
  await shop.db.delete(users).where(eq(users.id, 'overdue'))
})

test('jobs, stripe:reconcile and seats:audit find nothing to do in a shop without trouble', async () => {
  const jobs = await run('jobs')
  expect(jobs).toMatchObject({ code: 0, printed: expect.stringContaining('0 failing, 0 dead.') })
  expect(await run('reconcile')).toEqual({ code: 0, printed: 'No drift.\n' })
  const audit = await run('audit')
  expect(audit).toMatchObject({
    code: 0,
    printed: expect.stringContaining('The ledger adds up, and the public log'),
  })
})

test('a command makes no database of its own: a wrong folder is named', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-empty-'))
  for (const command of ['jobs', 'audit', 'doctor', 'reconcile'] as const) {
    const { code, printed } = await runHere(command, [], { DATABASE_URL: 'embedded', DATA_DIR: folder })
    expect([command, code]).toEqual([command, 1])
    expect(printed).toContain(`There is no embedded database in ${folder}`)
    expect(fs.readdirSync(folder)).toEqual([])
  }
  fs.rmSync(folder, { recursive: true })
})

test('F40: stripe:reconcile --fix with a test key leaves what was bought with a live one alone', async () => {
  await shop.db.insert(users).values({ id: 'buyer-live', name: '', email: 'live@example.com' })
  await shop.db.insert(customers).values({ id: 'cus_live', userId: 'buyer-live', livemode: true })
  // The shop's server, which has a test key too, looks at those who were not synced for a day.
  await shop.db.insert(billingSyncs).values({ userId: 'buyer-live', syncedAt: new Date() })
  await shop.db
    .insert(subscriptions)
    .values({ id: 'sub_live', userId: 'buyer-live', plan: 'monthly', status: 'active' })
  const { code, printed } = await runHere('reconcile', ['--fix'])
  expect(code).toBe(1)
  expect(printed).toContain('STRIPE_SECRET_KEY is a test key')
  expect(await shop.db.select().from(subscriptions).where(eq(subscriptions.id, 'sub_live'))).toHaveLength(1)
  expect((await runHere('reconcile')).printed).toContain('buyer-live: we have')
  await shop.db.delete(users).where(eq(users.id, 'buyer-live'))
})

test('what stripe:reconcile --fix has put right is told to the product by the server', async () => {
  const billing = await openBilling(readEnvironment('.', shop.env))
  const enqueued = shop.db.transaction(async (tx) => {
    await billing.recordState(tx, 'drifted')
    throw await tx.select().from(jobs).where(eq(jobs.key, 'drifted'))
  })
  await expect(enqueued).rejects.toMatchObject([{ kind: 'sync' }])
  await billing.close()
})

test('F47: the commands call Stripe as often as STRIPE_CALLS_PER_SECOND says', async () => {
  const billing = await openBilling(readEnvironment('.', { ...shop.env, STRIPE_CALLS_PER_SECOND: '1' }))
  const startedAt = performance.now()
  for (let call = 1; call <= 3; call += 1)
    expect(await billing.payments.readCustomerUser('cus_nobody')).toBeNull()
  // The first need not wait.
  expect(performance.now() - startedAt).toBeGreaterThan(1_900)
  await billing.close()
})

test('stripe:replay of an event that does not exist fails with the reason', async () => {
  const { code, printed } = await run('replay', ['evt_none'])
  expect(code).toBe(1)
  expect(printed).toBe("evt_none failed: No such event: 'evt_none'\n")
})

test('keys makes a key, its hash and a secret that the settings take', async () => {
  const { code, printed } = await run('keys')
  const [key = '', hash = '', secret = ''] = printed.match(/(?<=^ {2})\S+$/gm) ?? []
  expect(code).toBe(0)
  expect(hash).toBe(`${hashOfKey(key)}:read`)
  const webhooks = JSON.stringify([{ url: 'http://127.0.0.1:9/hook', secret }])
  const settings = { API_KEYS: `${createApiKey()}:gifts,${hash}`, PRODUCT_WEBHOOKS: webhooks }
  expect(await run('webhooks', [], settings)).toEqual({
    code: 0,
    printed: 'http://127.0.0.1:9/hook: 0 waiting\n',
  })
  const broken = await runHere('webhooks', [], { API_KEYS: `${key}0`, PRODUCT_WEBHOOKS: '{' })
  expect(broken.code).toBe(1)
  expect(broken.printed).toMatch(/API_KEYS must be keys, .*\n.*PRODUCT_WEBHOOKS must be a JSON list/s)
})

test('F91 keys --scopes makes a key with these scopes, and says which there are', async () => {
  const { printed } = await run('keys', ['--scopes', 'read,sign-in'])
  expect(printed).toMatch(/^ {2}sha256:[0-9a-f]{64}:read\+sign-in$/m)
  for (const args of [['--scopes', 'all'], ['--scopes', ''], ['read']])
    expect(await runHere('keys', args)).toEqual({
      code: 1,
      printed: expect.stringContaining('--scopes read,write,gifts,sign-in'),
    })
})

test('F91 what the commands change is shown by audit-log, the newest first', async () => {
  await shop.db.insert(users).values({ id: 'audited', name: '', email: 'audited@example.com' })
  await recordOperation(shop.db, {
    actor: { apiKey: 'abcd1234' },
    operation: 'gift.create',
    userId: 'audited',
    input: { plan: 'lifetime', until: null },
    reason: 'a prize',
    requestId: 'r-1',
    result: 'created',
  })
  await runHere('jobs', ['retry'])
  await runHere('webhooks', ['retry'])
  const all = await run('audit-log')
  expect(all.code).toBe(0)
  expect(all.printed).toMatch(
    /operator {2}webhooks\.retry: 0 customers\n.+ {2}operator {2}jobs\.retry: 0 jobs\n/,
  )
  for (const user of ['audited', 'Audited@example.com'])
    expect((await runHere('audit-log', ['--user', user])).printed).toMatch(
      /^\S+Z {2}key abcd1234 {2}gift\.create: created {2}user audited \(audited@example\.com\) {2}plan="lifetime" {2}reason="a prize" {2}request r-1\n1 shown\.\n$/,
    )
  expect((await runHere('audit-log', ['--limit', '1'])).printed).toMatch(/^.+webhooks\.retry.+\n1 shown\.\n$/)
  const future = new Date(Date.now() + 3_600_000).toISOString()
  expect((await runHere('audit-log', ['--since', future])).printed).toBe('No entries.\n')
  for (const wrong of [['--limit', '0'], ['--since', 'soon'], ['--user'], ['x']])
    expect(await runHere('audit-log', wrong)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('Use `audit-log'),
    })
})

test('webhooks says how it is used, and what it has put into the queue', async () => {
  for (const wrong of [['again'], ['resend'], ['retry', 'x'], ['resend', 'x', 'y']])
    expect(await runHere('webhooks', wrong)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('webhooks resend'),
    })
  expect((await runHere('webhooks', ['retry'])).printed).toContain('0 customers to be tried again.')
  expect((await runHere('webhooks', ['resend', 'nobody'])).printed).toContain('0 states to be sent again.')
  expect((await runHere('webhooks', ['resend', '--restored'])).printed).toMatch(
    /^\d+ states to be sent again/,
  )
  expect((await runHere('webhooks')).printed).toBe('PRODUCT_WEBHOOKS has no endpoint\n')
})

test('M9: stripe:prices lists who pays what, does nothing without --apply, and has the server mail and move', async () => {
  const { stripe } = shop.emulator
  const email = 'subscriber@example.com'
  const customer = await stripe.customers.create({ email })
  await shop.db.insert(users).values({ id: 'subscriber', name: '', email, emailVerified: true })
  await shop.db.insert(customers).values({ id: customer.id, userId: 'subscriber', livemode: false })
  const { monthly } = await shop.payments.prices()
  const from = monthly.stripePriceId
  const checkoutSession = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: from, quantity: 1 }],
    subscription_data: { metadata: { plan: 'monthly' } },
    success_url: shop.siteUrl,
    cancel_url: shop.siteUrl,
  })
  await shop.emulator.pay(checkoutSession.id)
  expect(await runHere('prices')).toEqual({
    code: 0,
    printed: `${from}  $9 a month  1 subscribed (today’s price)\n`,
  })
  expect((await runHere('prices', ['--move', from])).printed).toContain(`Nobody is to be moved from ${from}.`)

  // As in docs/runbooks/change-a-price.md.
  const raw = JSON.parse(fs.readFileSync(shop.env.PRICING_CONFIG, 'utf8'))
  raw.plans.monthly.price = 12
  fs.writeFileSync(shop.env.PRICING_CONFIG, JSON.stringify(raw))
  await runHere('setup')
  await shop.processes.servers[0]?.kill()
  await shop.restartServer()
  const move = ['--move', from, '--notice-days']
  const told = '1 of .+ are mailed, and pay \\$12 from their first renewal 30 days after the mail on'
  const dry = await runHere('prices', [...move, '30'])
  expect(dry.printed).toMatch(new RegExp(`1 subscribed\n${told}.\nNothing was done.`))
  const jobsOf = () => shop.db.select().from(jobs).where(like(jobs.kind, '%-price'))
  expect(await jobsOf()).toEqual([])
  for (const wrong of [[...move, 'x'], [...move, '-1'], ['--apply'], ['again']])
    expect(await runHere('prices', wrong)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('Use `prices`'),
    })
  const short = await runHere('prices', [...move, '13', '--apply'])
  expect(short).toMatchObject({ code: 1, printed: expect.stringContaining('14 days of notice at least') })
  expect(await jobsOf()).toEqual([])
  const applied = await run('prices', [...move, '30', '--apply'])
  expect(applied).toMatchObject({ code: 0, printed: expect.stringContaining('The running server sends') })
  await vi.waitFor(async () => expect((await jobsOf()).map(({ kind }) => kind)).toEqual(['change-price']), {
    timeout: 20_000,
    interval: 500,
  })
  expect((await runHere('prices', [...move, '30'])).printed).toContain('1 were told before')
})
