import type { SeenPurchases } from '../../core/proof/unseen-purchase.ts'

const seenKey = 'fairseat_seen_purchases'
const quietKey = 'fairseat_no_toasts'
const keptIds = 200

/**
 * What this visitor has seen, in every tab and at every visit; quiet lasts as long as the tab. Where a browser keeps
 * nothing, it lasts as long as the page.
 */
export function createSeenPurchases(): SeenPurchases {
  let here: string[] = []
  let quietHere = false

  const kept = (): string[] => {
    try {
      const ids: unknown = JSON.parse(localStorage.getItem(seenKey) ?? '[]')
      return Array.isArray(ids) ? [...here, ...ids] : here
    } catch {
      return here
    }
  }
  return {
    has: (id) => kept().includes(id),
    add(ids) {
      here = [...new Set([...ids, ...kept()])].slice(0, keptIds)
      try {
        localStorage.setItem(seenKey, JSON.stringify(here))
      } catch {}
    },
    isQuiet() {
      try {
        return quietHere || sessionStorage.getItem(quietKey) !== null
      } catch {
        return quietHere
      }
    },
    beQuiet() {
      quietHere = true
      try {
        sessionStorage.setItem(quietKey, '1')
      } catch {}
    },
  }
}
