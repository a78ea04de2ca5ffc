import { refreshSessionPath } from '../../core/identity/contract.ts'
import { createSessionRefresh } from '../../core/identity/session-refresh.ts'
import type { ApiClient } from '../api-client.ts'
import { browserClock } from '../ui/browser-clock.ts'
import { readSession } from './look-up-viewer.ts'

const sharedKey = 'fairseat_access_expires_at'
const lockName = 'fairseat_session_refresh'

/** Rule I4 in the browser: tabs share the window's end by localStorage and take turns by a lock. Returns how to stop. */
export function keepSession(api: ApiClient, accessExpiresAt: number, onEnded: () => void): () => void {
  const refresh = createSessionRefresh({
    accessExpiresAt,
    clock: browserClock,
    async refresh() {
      const renewed = await readSession(api(refreshSessionPath, { method: 'POST', body: {} }))
      return renewed === null ? 'ended' : { accessExpiresAt: renewed }
    },
    shared: { read: readShared, write: writeShared },
    exclusively,
    isHidden: () => document.hidden,
    onEnded,
  })
  const onVisibility = () => {
    if (!document.hidden) refresh.becameVisible()
  }
  document.addEventListener('visibilitychange', onVisibility)
  refresh.start()
  return () => {
    refresh.stop()
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** A tab that finds another at it leaves it out. Locks are there on https and on the own machine only. */
const exclusively = (run: () => Promise<void>): Promise<void> =>
  navigator.locks
    ? navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
        if (lock) await run()
      })
    : run()

// A browser that keeps no data for this site throws: then each tab refreshes for itself.
function readShared(): number | null {
  try {
    return Number(localStorage.getItem(sharedKey)) || null
  } catch {
    return null
  }
}

function writeShared(accessExpiresAt: number) {
  try {
    localStorage.setItem(sharedKey, String(accessExpiresAt))
  } catch {}
}
