import { hydrateRoot } from 'react-dom/client'
import { PricingPage } from './pages/pricing-page.tsx'
import type { PricingPageData } from './pages/pricing-page-data.ts'
import { createPricingStores } from './pages/pricing-stores.ts'
import { loadedAt, pageData, pageRoot } from './ui/page.ts'

const data = pageData<PricingPageData>()
const stores = createPricingStores(data)

hydrateRoot(pageRoot(), <PricingPage data={data} stores={stores} loadedAt={loadedAt()} />)

// The delivered HTML hides its signed-out labels from a visitor with a session hint until the answer is there.
const reveal = () => {
  if (stores.viewer.get().status !== 'loading') delete document.documentElement.dataset.viewer
}
stores.viewer.subscribe(reveal)
void stores.viewer.refresh().then(reveal)

const onVisibility = () => stores.toasts.setTabHidden(document.hidden)
document.addEventListener('visibilitychange', onVisibility)
onVisibility()

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  stores.checkout.reset()
  stores.portal.reset()
  void stores.viewer.refresh()
})
