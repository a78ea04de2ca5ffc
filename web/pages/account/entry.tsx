import { hydrateRoot } from 'react-dom/client'
import { pageData, pageRoot } from '../../ui/page.ts'
import type { MemberPageData } from '../member-page-data.ts'
import { AccountPage } from './page.tsx'
import { createAccountStores } from './stores.ts'

const data = pageData<MemberPageData>()
const stores = createAccountStores(data)

hydrateRoot(pageRoot(), <AccountPage data={data} stores={stores} />)
void stores.load()

addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void stores.load()
})
