import { hydrateRoot } from 'react-dom/client'
import type { ApiSettings } from '../../api-client.ts'
import { SeatLogCheck } from '../../seats/seat-log-check.tsx'
import { browserMemory } from '../../seats/seat-log-memory.ts'
import { createSeatLogStore } from '../../seats/seat-log-store.ts'
import { pageData } from '../../ui/page.ts'

const { backendUrl } = pageData<ApiSettings>()
const root = document.getElementById('seat-log-check')
if (!root) throw new Error('The page has no #seat-log-check.')

const bannerWaitMs = 2_000
/** Far below the 50 ms after which a visitor notices that the page does not react. */
const sliceMs = 10
let resumedAt = performance.now()

async function pause(): Promise<void> {
  if (performance.now() - resumedAt < sliceMs) return
  // Safari has no scheduler.
  await (globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)))
  resumedAt = performance.now()
}

const store = createSeatLogStore({
  url: backendUrl,
  memory: browserMemory,
  fetch(address, init) {
    const { pathname } = new URL(String(address))
    const isImmutable = pathname.startsWith('/log/tile/')
    return fetch(pathname, {
      ...init,
      credentials: 'omit',
      cache: isImmutable ? 'default' : 'no-cache',
    })
  },
  pause,
  wait: () => new Promise((resolve) => setTimeout(resolve, bannerWaitMs)),
})

hydrateRoot(root, <SeatLogCheck store={store} />)
void store.start()
