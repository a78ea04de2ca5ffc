import { checkSeatLog } from '../../seats/check-seat-log.ts'
import { createPause } from '../../seats/create-pause.ts'
import { drawSeatLogCheck } from '../../seats/seat-log-check.ts'
import { browserMemory } from '../../seats/seat-log-memory.ts'

// Imports nothing that pages share: React alone would be the longest task of this one.

const root = document.getElementById('seat-log-check')
if (!root?.dataset.shop) throw new Error('The page has no #seat-log-check.')

const bannerWaitMs = 2_000
const nextTask = (delayMs = 0) => new Promise((resolve) => setTimeout(resolve, delayMs))

drawSeatLogCheck(root, { status: 'checking' })
const state = await checkSeatLog({
  url: root.dataset.shop,
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
  pause: createPause({
    now: () => performance.now(),
    // Safari has no scheduler.
    giveWay: () => globalThis.scheduler?.yield?.() ?? nextTask(),
  }),
  wait: () => nextTask(bannerWaitMs),
  now: () => Date.now(),
})
drawSeatLogCheck(root, state)
