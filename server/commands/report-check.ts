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

/** What does not apply, or may be as it is meant to be: no reason to fail. */
export const skip = (what: string, why: string) => console.log(`skip  ${what}: ${why}`)
export const warn = (what: string, why: string) => console.log(`WARN  ${what}: ${why}`)

/** What `fetch` throws says only in its cause why it failed. */
function withCause({ message, cause }: Error): string {
  return cause === undefined ? message : `${message}; ${explainInOneLine(cause)}`
}
