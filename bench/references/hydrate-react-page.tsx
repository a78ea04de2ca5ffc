import { hydrateRoot } from 'react-dom/client'
import { ReactPage } from './react-page.tsx'

const root = document.getElementById('root')
const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '')
if (root) hydrateRoot(root, <ReactPage {...data} />)
