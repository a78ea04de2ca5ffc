// The one place where an error code becomes a status and a sentence a person can act on; names of plans are filled in.
const errors = {
  'bad-request': [400, 'The request was not understood.'],
  'not-json': [415, 'Send this as JSON, with the content type application/json.'],
  'bad-first-name': [400, 'Please use letters only for your first name, 24 at most.'],
  'bad-email': [400, 'That doesn’t look like an e-mail address. Please check it.'],
  'code-wrong': [400, 'That code isn’t right. Check the latest e-mail, or ask for a new code.'],
  'code-expired': [400, 'That code has expired. Ask for a new one.'],
  'code-spent': [403, 'Too many wrong tries, so that code no longer works. Ask for a new one.'],
  'unknown-provider': [400, 'You can’t sign in that way here. Please use your e-mail address.'],
  'email-taken': [
    409,
    'Another account has this e-mail address, and it is not verified on both sides. Nothing was changed.',
  ],
  'external-id-taken': [409, 'The account with this e-mail address has another external id already.'],
  'sign-in-token-invalid': [400, 'That sign-in token isn’t valid. Please sign in again.'],
  'sign-in-token-expired': [400, 'That sign-in token has expired. Please go back and try again.'],
  'sign-in-token-issuer': [400, 'That sign-in token comes from an issuer that this site does not accept.'],
  'sign-in-token-audience': [400, 'That sign-in token was made for another site.'],
  'sign-in-email-missing': [
    403,
    'That sign-in token doesn’t say which e-mail address you have, so we can’t tell who you are.',
  ],
  'sign-in-email-unverified': [
    403,
    'Your e-mail address isn’t verified there yet. Verify it first, then try again.',
  ],
  'not-signed-in': [401, 'Please sign in first.'],
  'key-refused': [401, 'The publishable key is not the one of this server.'],
  'token-refused': [401, 'This needs the token of METRICS_TOKEN as "Authorization: Bearer …".'],
  'api-key-refused': [401, 'This needs a key of API_KEYS as "Authorization: Bearer fs_…".'],
  'browser-refused': [403, 'This API is for servers. A key that a page knows is public.'],
  'bad-api-request': [400, 'The request is not as /api/v1/openapi.json describes it.'],
  'grant-in-the-past': [400, 'The end of what is given must lie in the future.'],
  'unknown-customer': [404, 'There is no customer with this id.'],
  'unknown-grant': [404, 'There is no grant with this id.'],
  'key-missing': [401, 'Calls from another site need the publishable key in the header "apikey".'],
  'foreign-origin': [403, 'This request came from another site and was refused.'],
  'unknown-path': [404, 'There’s nothing at this address.'],
  'bad-plan': [400, 'Choose the plan "monthly" or "lifetime".'],
  'webhook-forged': [400, 'The signature does not fit this event.'],
  'no-receipt': [404, 'There’s no receipt yet. You’ll find it here once a payment has gone through.'],
  'nothing-to-manage': [404, 'You don’t have a subscription to manage yet.'],
  'not-your-checkout': [403, 'This payment belongs to another account. Sign in with the one you paid from.'],
  'has-monthly': [409, 'You’re already on {monthly}. You can manage it in your account.'],
  'has-lifetime': [409, 'You own {lifetime} already. There’s nothing more to pay.'],
  'payment-processing': [
    409,
    'Your payment is still being processed. You won’t be charged again; please check back in a while.',
  ],
  'seats-held': [
    409,
    'Every seat at this price is taken or being paid for right now. One may come free within half an hour, or you can start {monthly} now.',
  ],
  'newcomers-full': [
    409,
    'Every seat at this price that new accounts can have is being paid for right now. One may come free within minutes, or you can start {monthly} now.',
  ],
  'price-changed': [
    409,
    'The deal has just ended, and the price of {lifetime} has changed. Choose it again if you still want it.',
  ],
  'subscription-live': [
    409,
    'Your subscription is still running. Cancel it first; you can delete your account once it has ended.',
  ],
  'bad-host': [400, 'The request must name its host once, in the Host header.'],
  'wrong-host': [
    421,
    'This server does not answer under this name. Use its configured address; a proxy in front of it must pass on the Host header.',
  ],
  'too-large': [413, 'That’s more data than we accept here.'],
  'too-many': [429, 'Too many tries. Please wait a moment and try again.'],
  'too-many-mails': [
    429,
    'We’ve sent several e-mails to this address within the hour. Open the link in the newest one: it signs you in, in any browser. Or wait and ask again later.',
  ],
  'network-busy': [
    429,
    'Several people on your network are paying for {lifetime} right now. There’s room for the next as soon as one of them has paid, or after five minutes.',
  ],
  'network-paused': [
    429,
    'Too many seats were held from your network today and not paid for. Please try again tomorrow or from another network, or start {monthly} now.',
  ],
  'provider-down': [502, 'That way of signing in isn’t available right now. Please use your e-mail address.'],
  'token-issuer-down': [
    502,
    'We can’t check your sign-in right now, because the service behind it does not answer. Please try again in a minute.',
  ],
  'payment-service-down': [
    502,
    'We can’t reach the payment service right now. You were not charged; please try again in a minute.',
  ],
  'payment-service-busy': [
    503,
    'A lot of people are buying right now. You were not charged; please try again in a few seconds.',
  ],
  'mail-failed': [502, 'We couldn’t send the e-mail. Please try again in a minute.'],
  'database-down': [503, 'We can’t reach our database right now. Please try again in a minute.'],
  unexpected: [500, 'Something went wrong on our side. Please try again.'],
} as const

export type ErrorCode = keyof typeof errors

/** The sentence of an error with the plans by the names that the catalogue gives them. */
export const nameErrorPlans = (sentence: string, names: { monthly: string; lifetime: string }): string =>
  sentence.replaceAll('{monthly}', names.monthly).replaceAll('{lifetime}', names.lifetime)

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
