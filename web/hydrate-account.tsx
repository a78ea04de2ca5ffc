import { hydrateRoot } from 'react-dom/client'
import { AccountPage } from './pages/account-page.tsx'
import { type AccountPageData, createAccountStores } from './pages/account-stores.ts'
import { pageData, pageRoot } from './ui/page.ts'

const data = pageData<AccountPageData>()
const stores = createAccountStores(data)

hydrateRoot(pageRoot(), <AccountPage data={data} stores={stores} />)
void stores.account.load()
if (data.live) void stores.choice.load()

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  stores.portal.reset()
  stores.signOut.reset()
  stores.deletion.reset()
  void stores.account.load()
})
