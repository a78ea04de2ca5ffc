import { readFileSync } from 'node:fs'
import { ConfigurationError } from '../configuration-error.ts'
import type { TokenIssuer } from '../env.ts'
import { AppError } from '../errors.ts'
import { explainProductToken } from '../identity/explain-product-token.ts'
import { createProductTokens } from '../identity/verify-product-token.ts'

/** Prints each claim of a token of the product's own sign-in: the file's content, or with `-` what comes on standard input. */
export async function checkProductToken(file: string, issuers: readonly TokenIssuer[]): Promise<void> {
  if (issuers.length === 0) throw new ConfigurationError('AUTH_JWT is not set: no token is accepted.')
  const token = readToken(file)
  const refusal = await createProductTokens(issuers)
    .verify(token)
    .then(() => null)
    .catch((error: unknown) => error)
  if (refusal !== null && !(refusal instanceof AppError)) throw refusal
  for (const { claim, isRight, expected, came } of explainProductToken(token, issuers, refusal))
    console.log(`${isRight ? 'ok   ' : 'FAIL '} ${claim}: expected ${expected}, came ${came}`)
  if (refusal) process.exitCode = 1
  console.log(refusal ? `The token is refused: ${refusal.code}.` : 'The token is accepted.')
}

function readToken(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').trim()
  } catch (error) {
    throw new ConfigurationError(`The token cannot be read: ${(error as Error).message}`)
  }
}
