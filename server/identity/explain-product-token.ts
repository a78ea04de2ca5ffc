import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload } from 'jose'
import { ExternalId } from '../../core/integration/contract.ts'
import type { TokenIssuer } from '../env.ts'
import { AppError } from '../errors.ts'
import { explainInOneLine, scrub } from '../log.ts'
import { findMailAddress } from '../mail-address.ts'
import { algorithms } from './verify-product-token.ts'

/** One claim of a product's token: what Fairseat expects there, and what came. Holds neither the token nor an address. */
export interface ClaimCheck {
  claim: string
  isRight: boolean
  expected: string
  came: string
}

const shownLength = 200

/** A value that anybody may have written into a token, short and without what a log must not hold. */
const show = (value: unknown): string =>
  value === undefined ? 'nothing' : scrub(JSON.stringify(value)).slice(0, shownLength)

/** Each claim of a token, with the error of its check, if it was refused. */
export function explainProductToken(
  token: string,
  issuers: readonly TokenIssuer[],
  error: unknown,
  now = new Date(),
): ClaimCheck[] {
  let claims: JWTPayload
  let alg: unknown
  try {
    claims = decodeJwt(token)
    alg = decodeProtectedHeader(token).alg
  } catch {
    const came = `${token.length} characters with ${token.split('.').length - 1} dots`
    return [{ claim: 'token', isRight: false, expected: 'a JWT: three parts with two dots', came }]
  }
  const issuer = issuers.find((known) => known.issuer === claims.iss)
  const names = issuers.map((known) => known.issuer).join(' or ')
  return [
    {
      claim: 'iss',
      isRight: issuer !== undefined,
      expected: names || 'an issuer of AUTH_JWT, which is empty',
      came: show(claims.iss),
    },
    {
      claim: 'alg',
      isRight: algorithms.some((known) => known === alg),
      expected: 'an asymmetric algorithm such as RS256',
      came: show(alg),
    },
    signature(issuer, error),
    ...(issuer ? [audience(issuer, claims), verification(issuer, claims)] : []),
    ...times(claims, now),
    {
      claim: 'sub',
      isRight: ExternalId.safeParse(claims.sub).success,
      expected: 'the id of the user, as text',
      came: typeof claims.sub === 'string' ? `${claims.sub.length} characters` : show(claims.sub),
    },
    {
      claim: 'email',
      isRight: typeof claims.email === 'string' && findMailAddress(claims.email) !== null,
      expected: 'an e-mail address',
      came: typeof claims.email === 'string' ? `${claims.email.length} characters` : show(claims.email),
    },
  ]
}

/** The library checks it first: whatever else it says comes after a right signature. */
function signature(issuer: TokenIssuer | undefined, error: unknown): ClaimCheck {
  const expected = issuer ? `made by a key at ${issuer.jwksUrl}` : 'made by a key of its issuer'
  const cause = error instanceof AppError ? error.cause : undefined
  const isOfClaims = cause instanceof errors.JWTExpired || cause instanceof errors.JWTClaimValidationFailed
  const isRight = issuer !== undefined && (cause === undefined || isOfClaims)
  const came = issuer ? explainInOneLine(cause ?? 'it') : 'not checked, because the issuer is unknown'
  return { claim: 'signature', isRight, expected, came: isRight ? 'it' : came }
}

function audience({ audience: expected }: TokenIssuer, { aud }: JWTPayload): ClaimCheck {
  return { claim: 'aud', isRight: [aud].flat().includes(expected), expected: show(expected), came: show(aud) }
}

function verification({ emailsAreVerified }: TokenIssuer, claims: JWTPayload): ClaimCheck {
  const given = claims.email_verified
  return {
    claim: 'email_verified',
    isRight: given === true || given === 'true' || (given === undefined && emailsAreVerified),
    expected: emailsAreVerified ? 'true or nothing' : 'true',
    came: show(given),
  }
}

function times({ exp, nbf }: JWTPayload, now: Date): ClaimCheck[] {
  const at = (seconds: unknown) =>
    typeof seconds === 'number' && Math.abs(seconds) < 8.64e12
      ? new Date(seconds * 1_000).toISOString()
      : show(seconds)
  const seconds = now.getTime() / 1_000
  const clock = `${now.toISOString()}, the time here`
  const isValidYet = nbf === undefined || nbf <= seconds + 10
  return [
    { claim: 'exp', isRight: Number(exp) > seconds - 10, expected: `after ${clock}`, came: at(exp) },
    ...(isValidYet ? [] : [{ claim: 'nbf', isRight: false, expected: `before ${clock}`, came: at(nbf) }]),
  ]
}

export const claimLine = ({ claim, expected, came }: ClaimCheck): string =>
  `${claim}: expected ${expected}, came ${came}`
