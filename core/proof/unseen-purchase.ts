import * as messages from '../messages/messages.ts'
import type { Purchase } from './purchase.ts'

interface PublicPurchase {
  id: string
  name: string | null
  country: string | null
  plan: Purchase['plan']
}

/** Which purchases this visitor has seen, in whatever tab or visit, and their own. */
export interface SeenPurchases {
  has(id: string): boolean
  add(ids: readonly string[]): void
  /** The visitor closed a toast: no more of them in this visit. */
  isQuiet(): boolean
  beQuiet(): void
}

/** Rule L4: the newest that this visitor has not seen yet, and that is not their own; null when there is none. */
export function nextUnseen(purchases: readonly PublicPurchase[], seen: SeenPurchases): Purchase | null {
  if (seen.isQuiet()) return null
  const unseen = purchases.find(({ id }) => !seen.has(id))
  if (!unseen) return null
  seen.add([unseen.id])
  return { ...unseen, name: unseen.name ?? messages.someone }
}
