import { openEmulator } from '@fairseat/stripe-emulator/testing'
import { expect, test } from 'vitest'
import { countCallsByUser } from './count-calls-by-user.ts'

test('calls are counted for the user they are about, refused ones too, and those about nobody apart', async () => {
  const emulator = await openEmulator()
  try {
    const { stripe } = emulator
    const { lifetime } = await emulator.prices()
    const customer = (userId: string) => stripe.customers.create({ metadata: { userId } })
    const bob = await customer('bob')
    await emulator.control('/rate-limit', { rate: 0.001, burst: 7 })
    const ada = await customer('ada')
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      customer: ada.id,
      client_reference_id: 'ada',
      line_items: [{ price: lifetime.id, quantity: 1 }],
      success_url: 'http://shop.test/',
    })
    await stripe.checkout.sessions.retrieve(session.id)
    await stripe.subscriptions.list({ customer: ada.id })
    await stripe.customers.retrieve(bob.id)
    await stripe.prices.list()
    await stripe.prices.retrieve(lifetime.id)
    await expect(customer('eve')).rejects.toMatchObject({ statusCode: 429 })
    const calls = await countCallsByUser(emulator)
    expect(Object.fromEntries(calls)).toEqual({ ada: 4, bob: 1, eve: 1, nobody: 2 })
    // Nothing is refused any more.
    await stripe.prices.list()
  } finally {
    await emulator.close()
  }
})
