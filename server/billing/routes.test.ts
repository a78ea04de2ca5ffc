import { expect, test } from 'vitest'
import { describeWithBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { subscriptions } from '../db/schema.ts'

describeWithBillingKit('one’s own subscription', (kit) => {
  test.each(['canceled', 'incomplete_expired'])('one that is %s is over and not shown', async (status) => {
    const buyer = await kit.signIn()
    await kit.db
      .insert(subscriptions)
      .values({ id: `sub_${status}_${buyer.id}`, userId: buyer.id, plan: 'monthly', status })
    expect(await (await buyer.get('/api/subscription')).json()).toEqual({ plan: 'free' })
  })

  test('one whose payment failed for good is shown, though it grants nothing', async () => {
    const buyer = await kit.signIn()
    await kit.db
      .insert(subscriptions)
      .values({ id: `sub_unpaid_${buyer.id}`, userId: buyer.id, plan: 'monthly', status: 'unpaid' })
    expect(await (await buyer.get('/api/subscription')).json()).toMatchObject({
      plan: 'free',
      subscription: { status: 'unpaid' },
    })
  })
})
