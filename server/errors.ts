// The one place where an error code becomes a status; `error` in the response is a sentence a person can act on.
const errors = {
  'bad-request': [400, 'The request was not understood.'],
  'not-json': [415, 'Send this as JSON, with the content type application/json.'],
  'bad-first-name': [400, 'Please write your first name in letters, 24 at most.'],
  'bad-email': [400, 'That does not look like an e-mail address. Please check it.'],
  'code-wrong': [400, 'That code is not right. Check the newest mail, or ask for a new code.'],
  'code-expired': [400, 'That code has expired. Ask for a new one.'],
  'code-spent': [403, 'Too many wrong tries: that code is no longer valid. Ask for a new one.'],
  'unknown-provider': [400, 'There is no such way of signing in here. Please use your e-mail address.'],
  'not-signed-in': [401, 'Please sign in first.'],
  'key-refused': [401, 'The publishable key is not the one of this server.'],
  'token-refused': [401, 'This needs the token of METRICS_TOKEN as "Authorization: Bearer …".'],
  'key-missing': [401, 'Calls from another site need the publishable key in the header "apikey".'],
  'foreign-origin': [403, 'This request came from another site and was refused.'],
  'unknown-path': [404, 'There is nothing at this address.'],
  'bad-plan': [400, 'Choose the plan "monthly" or "lifetime".'],
  'webhook-forged': [400, 'The signature does not fit this event.'],
  'nothing-to-manage': [404, 'You have no subscription to manage yet.'],
  'not-your-checkout': [403, 'This payment belongs to another account. Sign in with the one you paid from.'],
  'has-monthly': [409, 'You are on Monthly already. You can manage it in your account.'],
  'has-lifetime': [409, 'You own Lifetime already. There is nothing more to pay.'],
  'payment-processing': [
    409,
    'Your payment is still being processed. You will not be charged again; please look back in a while.',
  ],
  'seats-held': [
    409,
    'Every seat at this price is taken or being paid for at the moment. One may come free within half an hour; Monthly is open to you now.',
  ],
  'newcomers-full': [
    409,
    'Every seat that new accounts can have at this price is being paid for at the moment. One may come free within minutes; Monthly is open to you now.',
  ],
  'price-changed': [
    409,
    'The deal has just ended, and the price of Lifetime has changed. Choose it again if you still want it.',
  ],
  'subscription-live': [
    409,
    'Your subscription is still running. Cancel it first; once it has ended you can delete your account.',
  ],
  'bad-host': [400, 'The request must name its host once, in the Host header.'],
  'wrong-host': [
    421,
    'This server does not answer under this name. Use its configured address; a proxy in front of it must pass on the Host header.',
  ],
  'too-large': [413, 'That is more than this address takes.'],
  'too-many': [429, 'Too many tries. Please wait a little and try again.'],
  'too-many-mails': [
    429,
    'Several mails were sent to this address within the hour. Open the link in the newest one: it signs you in, in any browser. Or wait and ask again later.',
  ],
  'network-busy': [
    429,
    'Several people on your network are paying for Lifetime right now. As soon as one of them has paid, or after five minutes, there is room for the next.',
  ],
  'network-paused': [
    429,
    'Too many seats were held from your network today and not paid for. Please try again tomorrow or from another network; Monthly is open to you now.',
  ],
  'provider-down': [
    502,
    'That way of signing in is not available at the moment. Please use your e-mail address.',
  ],
  'payment-service-down': [
    502,
    'The payment service cannot be reached at the moment. You were not charged; please try again in a minute.',
  ],
  'payment-service-busy': [
    503,
    'Very many people are buying at this moment. You were not charged; please try again in a few seconds.',
  ],
  'mail-failed': [502, 'The mail could not be sent. Please try again in a minute.'],
  'database-down': [503, 'We cannot reach our database at the moment. Please try again in a minute.'],
  unexpected: [500, 'Something went wrong on our side. Please try again.'],
} as const

export type ErrorCode = keyof typeof errors

interface AppErrorOptions extends ErrorOptions {
  retryAfterSeconds?: number
}

export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: (typeof errors)[ErrorCode][0]
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const [status, sentence] = errors[code]
    super(sentence, options)
    this.code = code
    this.status = status
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
