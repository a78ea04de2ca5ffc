/** Something else answered: a wrong address, or a proxy whose Fairseat is away. */
export const notFairseat = 'not-fairseat'

/** What Fairseat refused, with its sentence, or that it did not answer. */
export class FairseatError extends Error {
  override readonly name = 'FairseatError'
  /** 0 when there was no answer. */
  readonly status: number
  /** What to tell apart refusals by, such as `email-taken`. */
  readonly code: string

  constructor(message: string, status: number, code: string, cause?: unknown) {
    super(message, { cause })
    this.status = status
    this.code = code
  }

  /** It may answer the next time: it is down, overloaded, or was not reached. Everything else is for you to mend. */
  get isTemporary(): boolean {
    const { status, code } = this
    return status === 0 || status === 429 || status >= 500 || code === notFairseat
  }
}
