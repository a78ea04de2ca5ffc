import type { ApiError } from '../../core/api-path.ts'
import {
  type CheckoutRequest,
  checkoutErrors,
  createCheckoutPath,
  type RedirectResponse,
  seatBusyCode,
} from '../../core/billing/contract.ts'
import type { ApiClient } from '../api-client.ts'
import { textField } from '../api-result.ts'

/** Others are paying for the seats that this visitor could have: there is room before long. */
export class SeatBusyError extends Error {
  retryAfterMs = 10_000
}

/** Rules C1–C5: the address of the payment page, or an Error whose message is for the visitor. */
export async function requestCheckout(api: ApiClient, request: CheckoutRequest): Promise<string> {
  const response = await api(createCheckoutPath, { method: 'POST', body: request }).catch((failure) => {
    // What `fetch` says of a lost connection differs by browser and helps nobody.
    throw failure instanceof TypeError ? new Error(checkoutErrors.unreachable, { cause: failure }) : failure
  })
  const answer: (RedirectResponse & ApiError) | null = await response.json().catch(() => null)
  if (!response.ok) {
    const message = textField(answer, 'error') ?? checkoutErrors.refusedWithoutMessage
    if (textField(answer, 'code') !== seatBusyCode) throw new Error(message)
    const busy = new SeatBusyError(message)
    busy.retryAfterMs = Number(response.headers.get('retry-after')) * 1_000 || busy.retryAfterMs
    throw busy
  }
  const url = textField(answer, 'url')
  if (!url) throw new Error(checkoutErrors.noUrl)
  return url
}
