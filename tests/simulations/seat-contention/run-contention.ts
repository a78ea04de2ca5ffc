import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@fairseat/stripe-emulator/seeded-random'
import { openEmulator } from '@fairseat/stripe-emulator/testing'
import { expect } from 'vitest'
import { createCheckoutPath } from '../../../core/billing/contract.ts'
import { priceMinor } from '../../../core/plans/plan-card.ts'
import { setUpStripe } from '../../../server/billing/stripe/account.ts'
import type { SeatAudit } from '../../../server/seats/audit-seats.ts'
import { liveCatalogue, sessionIn } from '../../support/billing/billing-kit.ts'
import { checkContention, checkQuiet, readTruth } from './check-contention.ts'
import { createBuyer } from './contention-buyer.ts'
import type { ContentionLedger } from './contention-settings.ts'
import { type ContentionFleet, control } from './server-fleet.ts'
import { callServer, openWebhookBalancer, type Result } from './webhook-balancer.ts'

export interface ContentionSize {
  buyers: number
  seats: number
  kills: number
}

const webhookSecret = 'whsec_of_a_rush'
const pageSeconds = 32 * 60
const debitSeconds = 3 * 86_400
/** So much after one another do buyers come: faster than they are served. */
const apartMs = 8
/** Our own jobs and a look into the ledger come once in so many calls. */
const runJobsEvery = 60
const auditEvery = 45
const maxRounds = 20

const heardEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'customer.subscription.created',
  'customer.subscription.deleted',
]

/**
 * Everybody wants a seat at once, some pay, and servers die. Half of the contention never hear that a page is over. Throws
 * when a promise is broken, in the middle or in the end.
 */
export async function runContention(
  fleet: ContentionFleet,
  seed: number,
  { buyers: crowd, seats, kills }: ContentionSize,
  database: { databaseUrl?: string | undefined; dataDir: string },
) {
  const random = seededRandom(seed)
  const catalogue = liveCatalogue(seats)
  const emulator = await openEmulator({ asyncPaymentSeconds: debitSeconds, webhookTimeoutMs: 30_000 })
  const surprises: string[] = []
  const wrongLedgers: string[] = []
  const handedOut = new Set<string>()
  let aheadMs = 0
  let calls = 0
  let killsLeft = kills
  let nextKill = Number.POSITIVE_INFINITY
  const background: Promise<unknown>[] = []

  /** Whatever it ends with is looked at when the wave is over. */
  function beside(happening: Promise<unknown>) {
    happening.catch(() => {})
    background.push(happening)
  }

  function record(response: Result) {
    if (response === 'died') return
    if (response.status === 500) surprises.push(JSON.stringify(response.body))
    if (response.body.url?.includes('cs_test_')) handedOut.add(sessionIn(response.body.url))
  }
  const balancer = await openWebhookBalancer(fleet, random, record)

  /** Slows the payment service down, so that a killed server has just created Checkout Sessions that it did not record. */
  async function killOne() {
    const slow = { method: 'POST', path: '/v1/checkout/sessions', when: 'after', delayMs: 100, count: 6 }
    await emulator.control('/api-faults', slow)
    await sleep(random() * 60)
    await fleet.kill(random)
    await emulator.control('/api-faults', { count: 0 })
    const failing = { method: 'POST', path: '/v1/checkout/sessions', when: 'after', status: 500 }
    await emulator.control('/api-faults', { ...failing, count: 1 + Math.floor(random() * 9) })
  }

  async function audit() {
    const audits = await control<SeatAudit[]>(await fleet.pick(random), '/audit').catch(() => [])
    for (const { problems } of audits) wrongLedgers.push(...problems)
  }
  const runJobs = async () => control(await fleet.pick(random), '/run-jobs', {}).catch(() => {})

  /** What happens besides happens at a certain call, so that a seed repeats it as far as it can. */
  async function ask(path: string, userId: string, body?: unknown): Promise<Result> {
    calls += 1
    if (calls % runJobsEvery === 0) beside(runJobs())
    if (calls % auditEvery === 0) beside(audit())
    if (calls >= nextKill && killsLeft > 0) {
      killsLeft -= 1
      nextKill = calls + 10 + Math.floor(random() * crowd * 0.6)
      beside(killOne())
    }
    const server = await fleet.pick(random)
    const response = await callServer(server, path, {
      userId,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    record(response)
    return response
  }

  async function passTime(seconds: number) {
    aheadMs += seconds * 1_000
    await emulator.advance(seconds)
    await fleet.moveClock(aheadMs)
  }

  async function settleDown() {
    const ends = await Promise.allSettled(background.splice(0))
    expect(wrongLedgers, 'the ledger in the middle of the contention').toEqual([])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    await emulator.control('/api-faults', { count: 0 })
  }

  try {
    await setUpStripe(emulator.stripe, catalogue)
    await fleet.open({ ...database, apiUrl: emulator.url, webhookSecret, catalogue, aheadMs })
    const isTold = random() < 0.5
    const enabledEvents = [...heardEvents, ...(isTold ? ['checkout.session.expired'] : [])]
    await emulator.control('/webhook-endpoint', { url: balancer.url, secret: webhookSecret, enabledEvents })
    await emulator.control('/faults', { drop: 0.1, duplicate: 0.1, shuffle: true, seed })

    const eagerness = 0.2 + random() * 0.5
    const buyers = Array.from({ length: crowd }, (_, index) =>
      createBuyer({
        id: `buyer-${seed}-${index}`,
        random: seededRandom(seed * 1_009 + index),
        eagerness,
        emulator,
        ask,
        control: async (path, body) => control(await fleet.pick(random), path, body),
      }),
    )
    const newcomer = `newcomer-${seed}`
    const ids = [...buyers.map(({ id }) => id), newcomer]
    await control(await fleet.pick(random), '/users', { ids })

    nextKill = Math.floor(crowd * (0.2 + random()))
    for (const seconds of [0, pageSeconds, debitSeconds]) {
      if (seconds > 0) await passTime(seconds)
      const coming = seconds === 0 ? buyers : buyers.filter((buyer) => buyer.comesBack())
      await Promise.all(
        coming.map(async (buyer) => {
          await sleep(random() * coming.length * apartMs)
          await buyer.visit()
        }),
      )
      await Promise.all(coming.map((buyer) => buyer.payLate()))
      await settleDown()
      const ledger = await control<ContentionLedger>(await fleet.pick(random), '/ledger')
      checkQuiet({ ledger, truth: await readTruth(emulator.stripe), handedOut, seats })
    }

    while (killsLeft > 0) {
      killsLeft -= 1
      await Promise.all([fleet.kill(random), runJobs()])
    }
    await passTime(debitSeconds)
    await emulator.control('/faults', {})
    const result = checkContention(await finish(), await readTruth(emulator.stripe), buyers)
    const offered = await ask(createCheckoutPath, newcomer, { plan: 'lifetime' })
    expect(offered, 'what is offered to the next one').toMatchObject({ status: 200 })
    const page = sessionIn(offered === 'died' ? '' : (offered.body.url ?? ''))
    const { amount_total } = await emulator.stripe.checkout.sessions.retrieve(page)
    expect(amount_total, 'the price for the next one').toBe(
      priceMinor(catalogue, result.isOpen ? 'lifetime' : 'lifetimeLater'),
    )
    expect(surprises, 'answers that nobody expects').toEqual([])
    return { ...result, calls }
  } finally {
    await Promise.allSettled(background)
    await balancer.close()
    await emulator.close()
  }

  /** Everything is delivered and every server does its jobs, until nothing is left to do. */
  async function finish(): Promise<ContentionLedger> {
    for (let round = 0; round < maxRounds; round += 1) {
      const { attempted } = await emulator.control<{ attempted: number }>('/deliver', { parallel: 8 })
      const servers = await fleet.all()
      await Promise.all(servers.map((server) => control(server, '/run-jobs', {})))
      const [server] = servers
      if (!server) break
      const ledger = await control<ContentionLedger>(server, '/ledger')
      if (attempted > 0 || ledger.pendingJobs.length > 0) continue
      for (const { problems } of await control<SeatAudit[]>(server, '/audit')) expect(problems).toEqual([])
      return ledger
    }
    throw new Error('Stuck: events are left after many rounds without trouble.')
  }
}
