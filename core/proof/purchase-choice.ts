export const purchaseChoicePath = '/api/purchase-choice'

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

/** Rule L4. Whatever a visitor types is shown to others: one word or two, of letters, so that it can be nothing but a name. */
export function cleanFirstName(text: string): string | null {
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ')
  const isName = /^\p{L}[\p{L}\p{M}'’-]*( \p{L}[\p{L}\p{M}'’-]*)?$/u.test(name) && !/\p{M}{4}/u.test(name)
  return isName && name.length <= 24 ? name : null
}
