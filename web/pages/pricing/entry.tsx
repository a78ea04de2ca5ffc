import { hydrateRoot } from 'react-dom/client'
import { planToBuy } from '../../../core/plans/chosen-plan.ts'
import { emitCheckoutEvents, emitPlanClicks } from '../../analytics/fairseat-event.ts'
import { keepCurrency } from '../../plans/chosen-currency.ts'
import { takeChosenPlan } from '../../plans/chosen-plan.ts'
import { showOwnInterval } from '../../plans/show-own-interval.ts'
import { loadedAt, pageData, pageRoot } from '../../ui/page.ts'
import type { PricingScriptData } from './data.ts'
import { PricingPage } from './page.tsx'
import { createPricingStores } from './stores.ts'

const data = pageData<PricingScriptData>()
const stores = createPricingStores(data)

hydrateRoot(pageRoot(), <PricingPage data={data} stores={stores} loadedAt={loadedAt()} />)

emitPlanClicks(pageRoot())
emitCheckoutEvents(stores.checkout)

// The delivered HTML hides its signed-out labels from a visitor with a session hint until the answer is there.
const reveal = () => {
  if (stores.viewer.get().status !== 'loading') delete document.documentElement.dataset.viewer
}
stores.viewer.subscribe(reveal)
void stores.viewer.refresh().then(() => {
  reveal()
  showOwnInterval(stores.viewer.get())
  keepCurrency(stores.viewer.get())
  const plan = planToBuy(stores.viewer.get(), takeChosenPlan())
  if (plan) void stores.checkout.start(plan)
})

// Nobody looks at a hidden tab: it asks again once it is seen.
const onVisibility = () => {
  stores.toasts.setTabHidden(document.hidden)
  if (!document.hidden) void stores.live?.refresh()
}
document.addEventListener('visibilitychange', onVisibility)
onVisibility()

stores.live?.start()
// Signed out or bought something elsewhere: the labels follow.
for (const store of [stores.checkout, stores.portal])
  store.subscribe(() => {
    const { refusedWith } = store.get()
    if (refusedWith === 401 || refusedWith === 409) void stores.viewer.refresh()
  })
// A refusal may mean that the price has changed; a cache on the way may not know it yet, and keeps an answer for 10 s.
stores.checkout.subscribe(() => {
  if (!stores.live || !stores.checkout.get().error) return
  void stores.live.refresh()
  stores.clock.after(11_000, stores.live.refresh)
})

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  stores.checkout.reset()
  stores.portal.reset()
  void stores.viewer.refresh()
})
