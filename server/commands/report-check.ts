import { explainInOneLine } from '../log.ts'
import { explain } from './explain-error.ts'

export async function check(what: string, look: () => Promise<string>): Promise<void> {
  try {
    console.log(`ok    ${what}: ${await look()}`)
  } catch (error) {
    process.exitCode = 1
    const reason = explain(error)
    console.log(`FAIL  ${what}: ${reason instanceof Error ? withCause(reason) : reason}`)
  }
}

/** A check that does not apply, or a state that may be intended. Neither is a failure. */
export const skip = (what: string, why: string) => console.log(`skip  ${what}: ${why}`)
export const warn = (what: string, why: string) => console.log(`WARN  ${what}: ${why}`)

/** An error of `fetch` says only in its cause why it failed. */
function withCause({ message, cause }: Error): string {
  return cause === undefined ? message : `${message}; ${explainInOneLine(cause)}`
}
