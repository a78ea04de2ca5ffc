import { expect, it } from 'vitest'
import { cards, daySeconds } from '../src/testing.ts'
import { marchMs, setUpEmulator } from './set-up-emulator.ts'

const { emulator, stripe } = setUpEmulator('test', { realMs: marchMs, finalizationFails: true })

// support.stripe.com/questions/manage-draft-subscription-invoices-with-invalid-tax-location-details
it('an invoice that cannot be finalized stays a draft and says why; its subscription stays active and is not charged', async () => {
  const { subscription } = await emulator.subscribe(cards.pays, 7)
  await emulator.advance(9 * daySeconds)
  const { status, latest_invoice } = await stripe.subscriptions.retrieve(subscription.id)
  expect(status).toBe('active')
  expect(await stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
    status: 'draft',
    amount_paid: 0,
    automatically_finalizes_at: null,
    last_finalization_error: { code: 'customer_tax_location_invalid' },
  })
  expect(await emulator.eventTypes()).toContain('invoice.finalization_failed')
})
