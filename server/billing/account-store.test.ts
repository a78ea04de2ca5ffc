import { openEmulator } from '@fairseat/stripe-emulator/testing'
import { expect, test } from 'vitest'
import { describeWithBillingKitOnBothDatabases } from '../../tests/support/billing/billing-kit.ts'
import { stripeAccounts } from '../db/schema.ts'
import { periodicKey } from '../jobs/create-jobs.ts'
import { enqueueJob } from '../jobs/store.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { createSeatReservations } from '../seats/seat-reservations.ts'
import { checkAccount } from './account-store.ts'
import { createStripeGateway } from './stripe/gateway.ts'
import { syncUser } from './sync/sync-user.ts'

describeWithBillingKitOnBothDatabases('the account at Stripe', (kit) => {
  const withAccount = (id: string | null, livemode = false) => ({
    db: kit.db,
    payments: { ...kit.payments, livemode, readAccount: async () => id },
  })

  test('F40: a key of another account is told of, once; that of another mode is compared with its own', async () => {
    expect(await checkAccount(withAccount('acct_first'))).toBeNull()
    expect(await checkAccount(withAccount('acct_first'))).toBeNull()
    expect(await checkAccount(withAccount('acct_live', true))).toBeNull()
    expect(await checkAccount(withAccount(null))).toBeNull()
    expect(await checkAccount(withAccount('acct_second'))).toMatch(/account acct_second; .* with acct_first/)
    expect(await checkAccount(withAccount('acct_second'))).toBeNull()
    expect(await checkAccount(withAccount('acct_live', true))).toBeNull()
    expect(await checkAccount(withAccount('acct_other', true))).toMatch(/acct_live goes on charging/)
    expect(await checkAccount(withAccount('acct_first'))).toMatch(/account acct_first; .* with acct_second/)
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
