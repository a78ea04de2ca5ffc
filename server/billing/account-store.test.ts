import { openEmulator } from '@fairseat/stripe-emulator/testing'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeWithBillingKitOnBothDatabases } from '../../tests/support/billing/billing-kit.ts'
import { jobs, stripeAccounts } from '../db/schema.ts'
import { periodicKey } from '../jobs/create-jobs.ts'
import { enqueueJob } from '../jobs/store.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { createSeatReservations } from '../seats/seat-reservations.ts'
import { checkAccount, checkAccountAtStart, checkAccountJob } from './account-store.ts'
import { createStripeGateway } from './stripe/gateway.ts'
import { syncUser } from './sync/sync-user.ts'

describeWithBillingKitOnBothDatabases('the account at Stripe', (kit) => {
  const withAccount = (id: string | null, livemode = false) => ({
    db: kit.db,
    payments: { ...kit.payments, livemode, readAccount: async () => id },
  })

  test('F40: a key of another account is told of, once; that of another mode is compared with its own', async () => {
    const warningOf = async (id: string | null, livemode = false) => {
      const warnings: string[] = []
      await checkAccount(withAccount(id, livemode), (warning) => warnings.push(warning))
      return warnings.join()
    }
    expect(await warningOf('acct_first')).toBe('')
    expect(await warningOf('acct_first')).toBe('')
    expect(await warningOf('acct_live', true)).toBe('')
    expect(await warningOf(null)).toBe('')
    expect(await warningOf('acct_second')).toMatch(/account acct_second; .* with acct_first/)
    expect(await warningOf('acct_second')).toBe('')
    expect(await warningOf('acct_live', true)).toBe('')
    expect(await warningOf('acct_other', true)).toMatch(/acct_live goes on charging/)
    expect(await warningOf('acct_first')).toMatch(/account acct_first; .* with acct_second/)
  })

  test('F40: it is not remembered before it was told', async () => {
    await kit.db.delete(stripeAccounts)
    await checkAccount(withAccount('acct_before'), () => {})
    const failing = checkAccount(withAccount('acct_after'), () => {
      throw new Error('The process ends here.')
    })
    await expect(failing).rejects.toThrow()
    expect(await kit.db.select().from(stripeAccounts)).toEqual([{ livemode: false, id: 'acct_before' }])
  })

  test('F40: each process looks with its own key at its start; where Stripe is silent a job is left to ask', async () => {
    const isCheck = eq(jobs.kind, checkAccountJob)
    await kit.db.delete(stripeAccounts)
    await kit.db.delete(jobs).where(isCheck)
    const warnings: string[] = []
    const start = (deps: ReturnType<typeof withAccount>) =>
      checkAccountAtStart(deps, (warning) => warnings.push(warning))
    await start(withAccount('acct_old'))
    await start(withAccount('acct_new'))
    expect(warnings).toEqual([expect.stringMatching(/account acct_new; .* with acct_old/)])
    expect(await kit.db.select().from(jobs).where(isCheck)).toEqual([])
    const silent = withAccount('acct_new')
    silent.payments.readAccount = () => Promise.reject(new Error('Stripe is silent.'))
    await start(silent)
    expect(await kit.db.select().from(jobs).where(isCheck)).toHaveLength(1)
  })

  test('F40: a job reads the account from Stripe', async () => {
    await kit.db.delete(stripeAccounts)
    await enqueueJob(kit.db, { kind: 'check-account', key: periodicKey })
    await kit.runJobs()
    const id = await kit.payments.readAccount()
    expect(id).toMatch(/^acct_/)
    expect(await kit.db.select().from(stripeAccounts)).toEqual([{ livemode: false, id }])
  })

  test('F40: with the key of another account a lifetime that was paid stays, and a subscription gives nothing any more', async () => {
    const [owner, subscriber] = [await kit.signIn(), await kit.signIn()]
    await owner.buy('lifetime')
    await subscriber.buy('monthly')
    await kit.deliver()
    const other = await openEmulator()
    const payments = createStripeGateway({
      secretKey: 'sk_test_kit',
      webhookSecrets: ['whsec_other'],
      apiUrl: other.url,
      catalogue: loadCatalogue('pricing.config.json'),
      now: () => new Date(),
    })
    const deps = { db: kit.db, payments, seats: createSeatReservations(null, () => new Date()), graceDays: 0 }
    for (const { id } of [owner, subscriber]) await syncUser({ ...deps, now: () => new Date() }, id)
    await other.close()
    expect([await owner.plan(), await subscriber.plan()]).toEqual(['lifetime', 'free'])
  })
})
