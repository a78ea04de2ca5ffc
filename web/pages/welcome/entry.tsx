import { hydrateRoot } from 'react-dom/client'
import { createPurchaseEvent } from '../../analytics/fairseat-event.ts'
import { pageData, pageRoot } from '../../ui/page.ts'
import { keepQuery } from '../keep-query.ts'
import type { WelcomePageData } from '../member-page-data.ts'
import { WelcomePage } from './page.tsx'
import { createWelcomeStores } from './stores.ts'

const data = pageData<WelcomePageData>()
const checkoutSessionId: string | null =
  new URLSearchParams(location.search).get('session_id') || history.state?.checkoutSessionId || null
// An analytics tool sends the page's address: the id of the Checkout Session is none of its business. A reload finds it again.
if (data.analytics && checkoutSessionId) history.replaceState({ checkoutSessionId }, '', location.pathname)
if (checkoutSessionId) keepQuery(`?session_id=${encodeURIComponent(checkoutSessionId)}`)
const stores = createWelcomeStores(data, checkoutSessionId)

hydrateRoot(pageRoot(), <WelcomePage data={data} stores={stores} />)
// Asked once it is known that there is a purchase, and only where purchases are shown.
const stopWaiting = stores.welcome.subscribe(() => {
  const state = stores.welcome.get()
  if (!data.live || state.status !== 'paid' || state.plan !== 'lifetime') return
  stopWaiting()
  void stores.choice.load()
})
const reportPurchase = createPurchaseEvent(checkoutSessionId)
stores.welcome.subscribe(() => {
  const state = stores.welcome.get()
  if (state.status === 'paid') reportPurchase(state.plan)
})
void stores.welcome.start()

const onVisibility = () => stores.welcome.setTabHidden(document.hidden)
document.addEventListener('visibilitychange', onVisibility)
onVisibility()

addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void stores.welcome.start()
})
