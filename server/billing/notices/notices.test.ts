import { cards } from '@fairseat/stripe-emulator/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticeKey } from '../../../core/billing/notices.ts'
import { loadMessages } from '../../../core/messages/in-language.ts'
import { createTestBrowser, createTestServer } from '../../../tests/support/app/test-app.ts'
import { type BillingKit, startBillingKit } from '../../../tests/support/billing/billing-kit.ts'
import { describeMainlyOnPostgres } from '../../../tests/support/database/both-databases.ts'
import { speakingCatalogue } from '../../../tests/support/languages/speaking-catalogue.ts'
import { customers, jobs as jobsTable, sentNotices, users } from '../../db/schema.ts'
import { countJobs, enqueueJob, ensureJob } from '../../jobs/store.ts'
import { createSeatReservations } from '../../seats/seat-reservations.ts'
import { createPlanReader } from '../plan-store.ts'
import { syncUser } from '../sync/sync-user.ts'
import { messageIdOf } from './notice-mail.ts'
import { type NoticeContent, sendNotice } from './send-notice.ts'

const dayMs = 86_400_000
const catalogue = speakingCatalogue(['en', 'de'])

describeMainlyOnPostgres('notices', (openTestDatabase) => {
  let kit: BillingKit
  let passedMs = 0
  const now = () => new Date(Date.now() + passedMs)
  beforeAll(async () => {
    await loadMessages(['de'])
    kit = await startBillingKit((await openTestDatabase()).db, { catalogue, now })
  })
  afterAll(() => kit.stop())

  type Buyer = Awaited<ReturnType<BillingKit['signIn']>>
  /** By the clocks of both sides, while our server does nothing. */
  async function wait(days: number) {
    await kit.emulator.advance(Math.round(days * 86_400))
    passedMs += days * dayMs
  }
  async function pass(days: number) {
    await wait(days)
    await kit.jobs.runDue()
  }
  async function sync({ id }: Buyer) {
    await enqueueJob(kit.db, { kind: 'sync', key: id })
    await kit.jobs.runDue()
  }
  const noticesTo = async (buyer: Buyer) => (await buyer.mails()).filter(({ code }) => !code).reverse()
  const subjectsTo = async (buyer: Buyer) => (await noticesTo(buyer)).map(({ subject }) => subject)
  async function subscriptionOf({ id }: Buyer) {
    const [row] = await kit.db.select().from(customers).where(eq(customers.userId, id))
    const { data } = await kit.emulator.stripe.subscriptions.list({ customer: row?.id ?? '' })
    if (!data[0]) throw new Error('No subscription')
    return data[0]
  }
  async function subscribe(card: string = cards.pays) {
    const buyer = await kit.signIn()
    await buyer.buy('monthly', card)
    await sync(buyer)
    return buyer
  }
  /** Its trial is over and the first payment has failed. */
  async function failToPay() {
    const buyer = await subscribe(cards.failsWhenCharged)
    await pass(4.1)
    await pass(3)
    await sync(buyer)
    return buyer
  }
  const trialMail = 'Your free trial of Fairseat ends soon'
  const failedMail = 'Your payment to Fairseat failed'
  const endMail = 'Your access to Fairseat ends soon'

  test('M8: three days before a week’s trial ends one mail says when, and what will be charged', async () => {
    const buyer = await subscribe()
    await pass(3.9)
    await sync(buyer)
    expect(await subjectsTo(buyer)).toEqual([])
    await pass(0.2)
    for (let again = 0; again < 3; again += 1) await sync(buyer)
    await pass(1)
    const mails = await noticesTo(buyer)
    expect(mails).toHaveLength(1)
    const { trial_end: trialEnd } = await subscriptionOf(buyer)
    const date = new Intl.DateTimeFormat('en', {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(new Date((trialEnd ?? 0) * 1_000))
    expect(mails[0]).toMatchObject({ subject: trialMail, link: 'http://localhost/account' })
    expect(mails[0]?.text).toContain(`ends on ${date} at`)
    expect(mails[0]?.text).toContain('Then $9 will be charged')
    expect(mails[0]?.text.match(/https?:/g)).toHaveLength(1)
    expect(mails[0]?.unsubscribeUrl).toBeUndefined()
    // What was announced is what is charged.
    await pass(3)
    const paid = await kit.emulator.stripe.invoices.list({
      customer: String((await subscriptionOf(buyer)).customer),
    })
    expect(paid.data[0]?.amount_paid).toBe(900)
  })

  test('M8: credit of the customer is taken off the amount that is announced', async () => {
    const buyer = await subscribe()
    const { customer } = await subscriptionOf(buyer)
    await kit.emulator.stripe.customers.createBalanceTransaction(String(customer), {
      amount: -250,
      currency: 'usd',
    })
    await pass(4.1)
    expect((await noticesTo(buyer))[0]?.text).toContain('Then $6.50 will be charged')
  })

  test('M8: what has become untrue is not sent: a cancelled trial, of which nobody has told us', async () => {
    const buyer = await subscribe()
    const { id } = await subscriptionOf(buyer)
    await kit.emulator.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await pass(4.1)
    expect(await subjectsTo(buyer)).toEqual([endMail])
    expect((await noticesTo(buyer))[0]?.text).toContain('Nothing more will be charged')
    // Taken back: then the charge comes after all.
    await kit.emulator.stripe.subscriptions.update(id, { cancel_at_period_end: false })
    await sync(buyer)
    expect(await subjectsTo(buyer)).toEqual([endMail, trialMail])
  })

  test('M8: one who has moved to Lifetime gets none', async () => {
    const buyer = await subscribe()
    await buyer.buy('lifetime')
    await pass(4.1)
    expect(await subjectsTo(buyer)).toEqual([])
  })

  test('M8: a failed payment is said once, however often events are repeated, and its end two days before', async () => {
    const buyer = await failToPay()
    await sync(buyer)
    // Stripe tries again, and fails again.
    await pass(3)
    await sync(buyer)
    expect(await subjectsTo(buyer)).toEqual([trialMail, failedMail])
    const failed = (await noticesTo(buyer))[1]
    expect(failed?.text).toContain('We couldn’t collect $9 for Monthly.')
    expect(failed?.text).toContain('You keep Monthly until')
    await pass(2.2)
    await sync(buyer)
    expect(await subjectsTo(buyer)).toEqual([trialMail, failedMail, endMail])
    const [, , ending] = await noticesTo(buyer)
    expect(ending?.text).toContain('After that you’re on Free.')
    expect(ending?.unsubscribeUrl).toContain('/api/billing/unsubscribe?user=')
    const keys = await kit.db.select().from(sentNotices).where(eq(sentNotices.userId, buyer.id))
    expect(keys).toHaveLength(3)
  })

  test('M8 F13: a first debit that bounces is said, for its buyer was told to wait; nothing of the plan was given', async () => {
    const buyer = await subscribe()
    await kit.emulator.stripe.subscriptions.cancel((await subscriptionOf(buyer)).id)
    await buyer.buy('monthly', cards.debitBounces)
    await sync(buyer)
    expect(await subjectsTo(buyer)).toEqual([])
    await pass(1)
    expect((await subscriptionOf(buyer)).status).toBe('past_due')
    for (const _ of ['first', 'second']) await sync(buyer)
    expect(await subjectsTo(buyer)).toEqual([failedMail])
    const [failed] = await noticesTo(buyer)
    expect(failed?.text).toContain('We couldn’t collect $9 for Monthly.')
    expect(failed?.text).toContain('You’re on Free for now.')
  })

  test('M8: a payment that has come meanwhile is not reported as failed', async () => {
    const buyer = await subscribe(cards.failsWhenCharged)
    await pass(4.1)
    await wait(3.1)
    const deps = noticeDeps()
    const state = await syncUser(deps, buyer.id)
    const key = noticeKey(state?.notices[0] ?? expect.fail('Nothing is planned.'))
    const { customer, latest_invoice: invoice } = await subscriptionOf(buyer)
    const { url } = await kit.emulator.openPortal(String(customer))
    await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'card', number: cards.pays }) })
    const open = await kit.emulator.stripe.invoices.retrieve(String(invoice))
    if (open.status === 'open') await kit.emulator.stripe.invoices.pay(String(invoice))
    await ensureJob(kit.db, { kind: 'send-notice', key, payload: { userId: buyer.id } })
    await kit.jobs.runDue()
    expect(await subjectsTo(buyer)).toEqual([trialMail])
  })

  const noticeDeps = (mailed: NoticeContent[] = []) => ({
    db: kit.db,
    payments: kit.payments,
    seats: createSeatReservations(null, now),
    graceDays: 7,
    now,
    readPlans: createPlanReader(kit.db, () => []),
    mailNotice: async (_userId: string, content: NoticeContent) => mailed.push(content) > 0,
  })

  test('M8: a mail that was not taken is tried again, shows among the jobs, and after a crash is the same mail', async () => {
    const buyer = await subscribe()
    const [job] = await kit.db
      .select()
      .from(jobsTable)
      .where(eq(jobsTable.kind, 'send-notice'))
      .then((rows) => rows.filter(({ payload }) => payload.userId === buyer.id))
    const key = job?.key ?? ''
    const mailed: NoticeContent[] = []
    // Not before its time.
    await sendNotice(noticeDeps(mailed), buyer.id, key)
    expect(mailed).toEqual([])
    await wait(4.1)
    const killed = {
      ...noticeDeps(),
      mailNotice: async (_: string, content: NoticeContent) => {
        mailed.push(content)
        throw new Error('The process was killed.')
      },
    }
    await expect(sendNotice(killed, buyer.id, key)).rejects.toThrow('killed')
    await sendNotice(noticeDeps(mailed), buyer.id, key)
    await sendNotice(noticeDeps(mailed), buyer.id, key)
    expect(mailed).toHaveLength(2)
    const [first, second] = mailed.map((content) => messageIdOf(content.key, 'https://shop.test'))
    expect(second).toBe(first)
    // A payment service that cannot be asked: the job waits, and is counted.
    const other = await subscribe()
    await kit.emulator.control('/api-faults', { status: 500, path: '/v1/subscriptions', count: 50 })
    await wait(4.1)
    await kit.jobs.runDue()
    expect((await countJobs(kit.db)).failing).toBeGreaterThan(0)
    expect(await subjectsTo(other)).toEqual([])
    await kit.emulator.control('/api-faults', { count: 0 })
    await kit.runJobs()
    expect(await subjectsTo(other)).toEqual([trialMail])
  })

  test('M8: what Stripe says when the mail is to be sent decides, not our copy: a cancellation that was taken back', async () => {
    const buyer = await subscribe()
    const { id } = await subscriptionOf(buyer)
    await kit.emulator.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    const state = await syncUser(noticeDeps(), buyer.id)
    const [notice] = state?.notices ?? []
    if (notice?.kind !== 'access-ending') return expect.fail('The end is planned.')
    await kit.emulator.stripe.subscriptions.update(id, { cancel_at_period_end: false })
    await wait(4.1)
    const mailed: NoticeContent[] = []
    await sendNotice(noticeDeps(mailed), buyer.id, noticeKey(notice))
    expect(mailed).toEqual([])
  })

  test('M8: two processes send one mail', async () => {
    const other = createTestServer(kit.db, {}, catalogue, kit.connect(), { now })
    const buyers = await Promise.all([subscribe(), subscribe(), subscribe()])
    await wait(4.1)
    await Promise.all([kit.jobs.runDue(), other.jobs.runDue(), kit.jobs.runDue(), other.jobs.runDue()])
    const elsewhere = await (await createTestBrowser(other.app).get('/dev/outbox.json')).json()
    for (const buyer of buyers) {
      const [user] = await kit.db.select().from(users).where(eq(users.id, buyer.id))
      const there = elsewhere.filter(({ to }: { to: string }) => to === user?.email)
      expect((await subjectsTo(buyer)).length + there.length).toBe(1)
    }
  })

  test('M8: reminders of an end can be declined in the account and by one click, mails about a charge cannot', async () => {
    const buyer = await failToPay()
    await buyer.post('/api/billing/reminders', { reminders: false })
    expect(await (await buyer.get('/api/billing')).json()).toEqual({ reminders: false })
    await pass(5.5)
    expect(await subjectsTo(buyer)).toEqual([trialMail, failedMail])
    await buyer.post('/api/billing/reminders', { reminders: true })
    await sync(buyer)
    const ending = (await noticesTo(buyer))[2]
    expect(ending?.subject).toBe(endMail)
    const url = new URL(ending?.unsubscribeUrl ?? '')
    const choice = async () => (await (await buyer.get('/api/billing')).json()).reminders
    const click = (params: Record<string, string>, method = 'POST') => {
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      return kit.app.request(url.href, {
        method,
        headers: { host: url.host, 'content-type': 'application/x-www-form-urlencoded' },
        ...(method === 'POST' && { body: 'List-Unsubscribe=One-Click' }),
      })
    }
    const token = url.searchParams.get('token') ?? ''
    expect((await click({}, 'GET')).headers.get('location')).toBe('/account')
    expect((await click({ token: 'forged' })).status).toBe(400)
    const stranger = await kit.signIn()
    expect((await click({ token, user: stranger.id })).status).toBe(400)
    expect(await choice()).toBe(true)
    expect((await click({ token, user: buyer.id })).status).toBe(204)
    expect((await click({ token, user: buyer.id })).status).toBe(204)
    expect(await choice()).toBe(false)
  })

  test('M8: for one who was given a plan nothing ends, and the failed payment is still said', async () => {
    const buyer = await subscribe(cards.failsWhenCharged)
    await wait(7.1)
    const mailed: NoticeContent[] = []
    const deps = {
      ...noticeDeps(mailed),
      readPlans: async () => ({
        bought: [],
        given: [{ plan: 'lifetime' as const, isForGood: true }],
        hadTrial: false,
      }),
    }
    const state = await syncUser(deps, buyer.id)
    const [failed, ending] = state?.notices ?? []
    if (!failed || !ending) return expect.fail('Two are planned.')
    await sendNotice(deps, buyer.id, noticeKey(failed))
    expect(mailed).toMatchObject([{ kind: 'payment-failed', endsPlan: false }])
    await wait(5.1)
    await sendNotice(deps, buyer.id, noticeKey(ending))
    expect(mailed).toHaveLength(1)
  })

  test('M8, G7: the mail is in the language of its reader', async () => {
    const buyer = await kit.signIn()
    await kit.db.update(users).set({ language: 'de' }).where(eq(users.id, buyer.id))
    await buyer.buy('monthly')
    await sync(buyer)
    await pass(4.1)
    const [mail] = await noticesTo(buyer)
    expect(mail?.subject).toBe('Ihre kostenlose Testphase von Fairseat endet bald')
    expect(mail?.text).toContain('Dann werden 9\u00a0$ abgebucht')
    expect(mail?.link).toBe('http://localhost/de/account')
  })
})
