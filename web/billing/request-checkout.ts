import {
  type CheckoutRequest,
  type CheckoutResponse,
  checkoutErrors,
  createCheckoutPath,
} from '../../core/billing/checkout-contract.ts'
import type { ApiClient } from '../api-client.ts'

/** Rules C1–C5: the address of the payment page, or an Error whose message is for the visitor. */
export async function requestCheckout(api: ApiClient, request: CheckoutRequest): Promise<string> {
  const response = await api(createCheckoutPath, { method: 'POST', body: request }).catch((failure) => {
    // What `fetch` says of a lost connection differs by browser and helps nobody.
    throw failure instanceof TypeError ? new Error(checkoutErrors.unreachable, { cause: failure }) : failure
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new Error(textField(answer, 'error') ?? checkoutErrors.refusedWithoutMessage)
  const url = textField(answer, 'url')
  if (!url) throw new Error(checkoutErrors.noUrl)
  return url
}

function textField(answer: unknown, field: keyof CheckoutResponse): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const value = (answer as Record<string, unknown>)[field]
  return typeof value === 'string' && value !== '' ? value : null
}
