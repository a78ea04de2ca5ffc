import { createBrowserPause, fetchPublic, nextTask } from '../../seats/browser-log.ts'
import { checkSeatLog } from '../../seats/check-seat-log.ts'
import { drawSeatLogCheck } from '../../seats/seat-log-check.ts'
import { browserMemory } from '../../seats/seat-log-memory.ts'

// Imports nothing that pages share: React alone would be the longest task of this one.

const root = document.getElementById('seat-log-check')
if (!root?.dataset.shop) throw new Error('The page has no #seat-log-check.')

const bannerWaitMs = 2_000

drawSeatLogCheck(root, { status: 'checking' })
const state = await checkSeatLog({
  url: root.dataset.shop,
  memory: browserMemory,
  fetch: (address, init) => fetchPublic(new URL(String(address)).pathname, init),
  pause: createBrowserPause(),
  wait: () => nextTask(bannerWaitMs),
  now: () => Date.now(),
})
drawSeatLogCheck(root, state)
