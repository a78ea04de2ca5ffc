// The one place where an error code becomes a status; `error` in the answer is a sentence a person can act on.
const errors = {
  'unknown-path': [404, 'There is nothing at this address.'],
  'key-refused': [401, 'The publishable key is not the one of this server.'],
  'key-missing': [401, 'Calls from another site need the publishable key in the header "apikey".'],
  unexpected: [500, 'Something went wrong on our side. Please try again.'],
} as const

export type ErrorCode = keyof typeof errors

export class AppError extends Error {
  override name = 'AppError'
  readonly status: (typeof errors)[ErrorCode][0]

  readonly code: ErrorCode

  constructor(code: ErrorCode, options?: ErrorOptions) {
    const [status, sentence] = errors[code]
    super(sentence, options)
    this.code = code
    this.status = status
  }
}
