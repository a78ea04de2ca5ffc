import { hydrateRoot } from 'react-dom/client'
import { hasSessionHint } from '../../../core/identity/session-hint.ts'
import { pageData, pageRoot } from '../../ui/page.ts'
import type { MemberPageData } from '../member-page-data.ts'
import { RefundPage } from './page.tsx'
import { createRefundStores } from './stores.ts'

const data = pageData<MemberPageData>()
const stores = createRefundStores(data)

hydrateRoot(pageRoot(), <RefundPage data={data} stores={stores} />)
if (hasSessionHint(document.cookie)) void stores.guarantee.load()
else stores.signIn()

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  stores.guarantee.reset()
  stores.proof.reset()
  void stores.guarantee.load()
})
