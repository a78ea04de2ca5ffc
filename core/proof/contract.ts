import type { GetPath, NoFields, PostPath } from '../api-path.ts'

/** How a purchase is shown to others: with the first name, without a name, or not at all. */
export const shownAs = ['name', 'anonymous', 'hidden'] as const
export type ShownAs = (typeof shownAs)[number]

export interface PurchaseChoice {
  shown: ShownAs
  firstName: string | null
  /** False until the buyer has said something: then it is shown without a name. */
  decided: boolean
  /** The buyer's own purchases as the feed names them, so that they are not shown their own. */
  ownPurchases: string[]
}

const path = '/api/purchase-choice'
export const purchaseChoicePath: GetPath<PurchaseChoice> = path
export const savePurchaseChoicePath: PostPath<{ shown: ShownAs; firstName?: string | undefined }, NoFields> =
  path
