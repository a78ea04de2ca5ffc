import { hydrateRoot } from 'react-dom/client'
import { pageData, pageRoot } from '../../ui/page.ts'
import type { MemberPageData } from '../member-page-data.ts'
import { AccountPage } from './page.tsx'
import { createAccountStores } from './stores.ts'

const data = pageData<MemberPageData>()
const stores = createAccountStores(data)

hydrateRoot(pageRoot(), <AccountPage data={data} stores={stores} />)
void load()
if (data.live) void stores.choice.load()

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  stores.portal.reset()
  stores.planSwitch?.reset()
  stores.signOut.reset()
  stores.deletion.reset()
  void load()
})

async function load() {
  await stores.account.load()
  if (stores.account.get().status === 'ready') await stores.documents.load()
}
