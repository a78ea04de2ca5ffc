import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PendingPayment } from '../../core/billing/contract.ts'
import { createStore } from '../../core/store.ts'
import { BillingDetails } from './billing-details.tsx'
import { loadingGuarantee } from './guarantee-store.ts'
import { idle } from './redirect-store.ts'

beforeEach(() => void vi.stubGlobal('navigator', { languages: [] }))
afterEach(() => vi.unstubAllGlobals())

const planNames = { free: 'Free', monthly: 'Monthly', yearly: 'Yearly', lifetime: 'Lifetime' }
const incomplete = { status: 'incomplete', periodEndsAt: null, cancelAtPeriodEnd: false }
const onItsWay = (plan: PendingPayment['plan']): PendingPayment => ({
  plan,
  amount: '$9',
  since: '2026-11-18T12:00:00.000Z',
  method: 'sepa_debit',
})

/** What the account says of one whose first payment is not there yet. */
function shown(pending?: PendingPayment) {
  const store = (state: object) => ({ ...createStore(state), start() {}, reset() {}, load() {} }) as never
  return renderToStaticMarkup(
    <BillingDetails
      billed={{ plan: 'free', subscription: incomplete, billing: {}, ...(pending && { pending }) }}
      planNames={planNames}
      portal={store(idle)}
      guarantee={store(loadingGuarantee)}
      planSwitch={null}
    />,
  )
}
const failed = 'Your first payment didn’t go through.'

test('F13: of a subscription that begins with a debit the account says that it is on its way, not that it failed', () => {
  const html = shown(onItsWay('monthly'))
  expect(html).toContain('Your payment of $9 for Monthly has been on its way')
  expect(html).not.toContain(failed)
  // Where it can be cancelled.
  expect(html).toContain('<button')
})

test('a first payment that failed is said, also beside money that is on its way for another plan', () => {
  expect(shown()).toContain(failed)
  expect(shown(onItsWay('lifetime'))).toContain(failed)
})
