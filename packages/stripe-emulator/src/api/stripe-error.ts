type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

interface ErrorDetails {
  type?: ErrorType
  code?: string | undefined
  param?: string | undefined
  declineCode?: string
}

/**
 * The shape of every response that is not a success. The SDK takes any response without `error` for a success, whatever
 * its status, so nothing else may ever be sent.
 */
export class StripeError extends Error {
  override name = 'StripeError'
  readonly status: number
  readonly details: ErrorDetails

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message)
    this.status = status
    this.details = details
  }

  toBody(requestLogUrl: string) {
    const { type = 'invalid_request_error', code, param, declineCode } = this.details
    return {
      error: {
        ...(code && { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
        ...(declineCode && { decline_code: declineCode }),
        message: this.message,
        ...(param && { param }),
        request_log_url: requestLogUrl,
        type,
      },
    }
  }
}

/** 404 for an id in the path, 400 for one in a parameter, as Stripe does. */
export function noSuch(what: string, id: string, param?: string): StripeError {
  const details = { code: 'resource_missing', param: param ?? 'id' }
  return new StripeError(param ? 400 : 404, `No such ${what}: '${id}'`, details)
}

export function badParam(param: string, message: string, code?: string): StripeError {
  return new StripeError(400, message, { param, code })
}

/** As Stripe returns it in test mode; the SDK knows it by its status. */
export function rateLimited(): StripeError {
  const message =
    'Testmode request rate limit exceeded, the rate limits in testmode are lower than livemode. You can learn more about rate limits here https://stripe.com/docs/rate-limits.'
  return new StripeError(429, message, { code: 'rate_limit' })
}
