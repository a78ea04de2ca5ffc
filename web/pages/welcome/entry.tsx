import { hydrateRoot } from 'react-dom/client'
import { pageData, pageRoot } from '../../ui/page.ts'
import type { MemberPageData } from '../member-page-data.ts'
import { WelcomePage } from './page.tsx'
import { createWelcomeStores } from './stores.ts'

const data = pageData<MemberPageData>()
const sessionId = new URLSearchParams(location.search).get('session_id')
const stores = createWelcomeStores(data, sessionId || null)

hydrateRoot(pageRoot(), <WelcomePage data={data} stores={stores} />)
// Asked once it is known that there is a purchase, and only where purchases are shown.
const stopWaiting = stores.welcome.subscribe(() => {
  const state = stores.welcome.get()
  if (!data.live || state.status !== 'paid' || state.plan !== 'lifetime') return
  stopWaiting()
  void stores.choice.load()
})
void stores.welcome.start()

const onVisibility = () => stores.welcome.setTabHidden(document.hidden)
document.addEventListener('visibilitychange', onVisibility)
onVisibility()

addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void stores.welcome.start()
})
