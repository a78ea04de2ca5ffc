import type { Store } from '../../core/store.ts'
import type { Viewer } from '../../core/viewer.ts'

const root = () => document.documentElement.dataset

/** What the page shows amounts in; empty where there is one currency. It is set before the first paint (server/pages/document.ts). */
export const chosenCurrency: Store<string> = {
  get: () => (typeof document === 'object' && root().currency) || '',
  subscribe(listener) {
    addEventListener('change', listener)
    return () => removeEventListener('change', listener)
  },
}

/** Who has a subscription pays in its currency, so the page shows that one and says why. */
export function keepCurrency(viewer: Viewer): void {
  const own = viewer.status === 'signed-in' && viewer.subscription?.currency
  const field = document.querySelector<HTMLSelectElement>('select[name=currency]')
  if (!own || !field?.querySelector(`[value=${own}]`)) return
  field.value = own
  field.dispatchEvent(new Event('change', { bubbles: true }))
  field.disabled = true
  root().currencyKept = ''
}
