import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createCheckoutPath } from '../../core/billing/contract.ts'
import { openShop, type Shop } from '../../tests/simulations/chaos/shop-processes.ts'
import { createTestBrowser, newAddress } from '../../tests/support/app/test-app.ts'
import { sessionIn } from '../../tests/support/billing/billing-kit.ts'
import { createMigratedDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'
import { offers, seatHolds } from '../db/schema.ts'
import { countJobs } from '../jobs/store.ts'
import { auditSeats } from '../seats/audit-seats.ts'

const isLong = process.env.ATTACKS === 'long'
const seats = 50
const accounts = isLong ? 120 : 8
const tenth = seats / 10
const officeSize = isLong ? 30 : 10

let shop: Shop
beforeAll(async () => {
  shop = await openShop({
    ports: [await findFreePort()],
    seats,
    databaseUrl: await createMigratedDatabase(inject('postgresUrl')),
  })
})
afterAll(() => shop.close())

/** One IPv4 address, and any address of one IPv6 /48. */
const attackerAddress = (index: number) =>
  index % 2 === 0 ? '203.0.113.7' : `2001:db8:7:${index.toString(16)}::${index.toString(16)}`

/** Signs in from an address of its own: accounts cost nothing, only the seats are attacked here. */
async function signIn() {
  const browser = createTestBrowser({ request: (url, init) => fetch(url, init) }, { origin: shop.siteUrl })
  const email = newAddress()
  await browser.requestCode(email)
  expect((await browser.tryCode(email, shop.mails.codeFor(email))).status).toBe(200)
  return {
    clickLifetime: (address: string) =>
      browser.post(createCheckoutPath, { plan: 'lifetime' }, { 'x-forwarded-for': address }),
    async pay(address: string) {
      const response = await this.clickLifetime(address)
      const { url, error } = await response.json()
      expect(error).toBeUndefined()
      const session = sessionIn(url)
      expect((await shop.emulator.pay(session)).body.result).toBe('complete')
      const status = await browser.get(`/api/stripe/checkout-status?session_id=${session}`)
      expect(await status.json()).toEqual({ status: 'paid', plan: 'lifetime' })
    },
  }
}

async function figures() {
  const [offer] = await shop.db.select().from(offers)
  return { taken: offer?.taken ?? -1, sold: offer?.sold ?? -1 }
}

async function heldNow() {
  const { taken, sold } = await figures()
  return taken - sold
}

test('F58: one IPv4 address and one IPv6 /48 hold at most a tenth of the seats, with any number of accounts', async () => {
  const attackers = await Promise.all(Array.from({ length: accounts }, () => signIn()))
  const attack = () =>
    Promise.all(attackers.map((attacker, index) => attacker.clickLifetime(attackerAddress(index))))

  const responses = await attack()
  const held = [await heldNow()]
  expect(held[0]).toBeLessThanOrEqual(tenth)
  const refused = responses.filter(({ status }) => status !== 200)
  expect(refused.length).toBe(accounts - (held[0] ?? 0))
  for (const response of refused) {
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await response.json()).error).toMatch(/network/)
  }

  // Meanwhile an honest buyer from elsewhere, and an office behind one address.
  await (await signIn()).pay('198.51.100.1')
  for (let colleague = 0; colleague < (isLong ? 10 : 3); colleague++)
    await (await signIn()).pay('198.51.100.2')

  // Round after round: the attacker lets the holds run out and comes back with the same accounts, most of which held nothing yet.
  const rounds = isLong ? 6 : 2
  for (let round = 1; round <= rounds; round++) {
    await expire()
    await Promise.all((await attack()).map((response) => response.body?.cancel()))
    held.push(await heldNow())
  }
  await expire()
  for (let round = 1; round < held.length; round++) {
    const [previous = 0, now = 0] = [held[round - 1], held[round]]
    expect(now, `held by round: ${held}`).toBeLessThan(Math.max(previous, 1))
  }
  if (isLong) expect(held.at(-1)).toBe(0)
  for (const { problems } of await auditSeats(shop.db)) expect(problems).toEqual([])
})

const patience = { timeout: 120_000 }

test('F58: colleagues behind one address all get a seat, and an attacker at that address never holds more than a tenth', async () => {
  const office = '198.51.100.3'
  const { sold: soldBefore } = await figures()
  const soldHere = async () => (await figures()).sold - soldBefore
  const colleagues = await Promise.all(Array.from({ length: officeSize }, () => signIn()))
  const attackers = await Promise.all(Array.from({ length: accounts }, () => signIn()))
  let waiting = colleagues
  let rounds = 0
  /** Everybody who waits asks once, as the page does; who gets a seat pays. */
  const requestAll = async () => {
    const responses = await Promise.all(waiting.map((person) => person.clickLifetime(office)))
    const bodies = await Promise.all(responses.map((response) => response.json()))
    expect(await heldNow()).toBeLessThanOrEqual(tenth)
    for (const [index, { code }] of bodies.entries()) {
      if (responses[index]?.status === 200) continue
      expect([responses[index]?.status, code]).toEqual([429, 'network-busy'])
      expect(responses[index]?.headers.get('retry-after')).toBe('10')
    }
    const served = waiting.filter((_, index) => responses[index]?.status === 200)
    waiting = waiting.filter((_, index) => responses[index]?.status !== 200)
    const sold = await soldHere()
    await Promise.all(served.map((person) => person.pay(office)))
    // Until the payments have arrived, and holds that were handed over are free.
    await expect.poll(soldHere, patience).toBe(sold + served.length)
    await expect.poll(async () => (await countJobs(shop.db)).waiting, patience).toBe(0)
    rounds++
  }
  await requestAll()
  await requestAll()
  await expect.poll(soldHere, patience).toBe(3 + tenth)

  // These never pay. The sales of others at their address give them no more than the tenth.
  await Promise.all(attackers.map((attacker) => attacker.clickLifetime(office)))
  expect(await heldNow()).toBe(tenth)
  await requestAll()
  await expect.poll(soldHere, patience).toBe(3 + tenth)
  await shop.db
    .update(seatHolds)
    .set({ takenAt: sql`now() - interval '5 minutes'` })
    .where(eq(seatHolds.state, 'held'))
  // More rounds than the wait of half an hour has periods of five minutes would mean that somebody is refused in the end.
  while (waiting.length > 0 && rounds < 9) await requestAll()
  await expect.poll(async () => [await soldHere(), await heldNow()], patience).toEqual([officeSize, 0])
  for (const { problems } of await auditSeats(shop.db)) expect(problems).toEqual([])
})

/** As if time were up: the emulator ends the sessions and its events give the seats back. */
async function expire() {
  const open = await shop.db
    .select({ checkoutSessionId: seatHolds.checkoutSessionId })
    .from(seatHolds)
    .where(eq(seatHolds.state, 'held'))
  await Promise.all(
    open.map(({ checkoutSessionId }) =>
      shop.emulator.stripe.checkout.sessions.expire(checkoutSessionId ?? ''),
    ),
  )
  await expect
    .poll(
      async () => (await shop.db.execute(sql`select 1 from seat_holds where state = 'held'`)).rows.length,
      {
        timeout: 60_000,
      },
    )
    .toBe(0)
  expect(await heldNow()).toBe(0)
}
