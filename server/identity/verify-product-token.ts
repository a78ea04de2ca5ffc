import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { ExternalId } from '../../core/integration/contract.ts'
import type { TokenIssuer } from '../env.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import type { ExternalUser } from './external-user-store.ts'

/** Asymmetric ones only: with HMAC, whoever knows the published key could sign. */
export const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
const clockToleranceSeconds = 10
/** An unknown key id makes us fetch the keys again, at most so often. */
const cooldownMs = 30_000
const cacheMs = 600_000
const patienceMs = 5_000

const nameLength = 100

/** Checks tokens of the product's own sign-in, and says whom they are about. */
export function createProductTokens(issuers: readonly TokenIssuer[]) {
  const known = issuers.map((issuer) => ({
    ...issuer,
    keys: createRemoteJWKSet(new URL(issuer.jwksUrl), {
      timeoutDuration: patienceMs,
      cooldownDuration: cooldownMs,
      cacheMaxAge: cacheMs,
    }),
  }))

  /**
   * Two issuers never share an id: the subjects of the first are taken as they are, so that a second one can be added
   * later; those of the others are `<issuer>#<subject>`.
   */
  function externalIdOf(issuer: string, subject: string | undefined): string {
    const isFirst = issuers[0]?.issuer === issuer
    const isOfAnother = isFirst && issuers.some((other) => String(subject).startsWith(`${other.issuer}#`))
    const id = ExternalId.safeParse(isFirst ? subject : `${issuer}#${subject}`)
    if (typeof subject !== 'string' || !subject || isOfAnother || !id.success)
      throw new AppError('sign-in-token-invalid')
    return id.data
  }

  return {
    /** Whether a page of this origin may send people here. */
    isFrom: (origin: string): boolean =>
      issuers.some(({ origins }) => origins.some((known) => known === origin)),

    async verify(token: string): Promise<ExternalUser> {
      const { iss } = claimsWithoutCheck(token)
      const found = known.find(({ issuer }) => issuer === iss)
      if (!found) throw new AppError('sign-in-token-issuer')
      const { issuer, audience, keys, emailsAreVerified } = found
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'sub'],
      }).catch((error: unknown) => {
        throw new AppError(refusalOf(error), { cause: error })
      })
      // A logout token (`logout+jwt`) or an access token (`at+jwt`) can have the same issuer and audience.
      if (!/^(application\/)?jwt$/i.test(protectedHeader.typ ?? 'JWT'))
        throw new AppError('sign-in-token-invalid')
      return {
        externalId: externalIdOf(issuer, payload.sub),
        ...verifiedEmail(payload, emailsAreVerified),
        ...nameIn(payload),
      }
    },
  }
}

/** Only to find out whose keys to try. */
function claimsWithoutCheck(token: string): JWTPayload {
  try {
    return decodeJwt(token)
  } catch (cause) {
    throw new AppError('sign-in-token-invalid', { cause })
  }
}

function refusalOf(error: unknown): ErrorCode {
  if (error instanceof errors.JWTExpired) return 'sign-in-token-expired'
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
    return 'sign-in-token-audience'
  // What the key server did wrong, not the token; jose throws its plainest error when the answer is not a key set.
  const isServerFault =
    !(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC'
  return isServerFault ? 'token-issuer-down' : 'sign-in-token-invalid'
}

/**
 * Only the claim at the top counts. What is in `user_metadata` (Supabase) or `unsafe_metadata` (Clerk) can be written by the
 * user, who could claim anybody's address with it.
 */
function verifiedEmail({ email, email_verified }: JWTPayload, emailsAreVerified: boolean) {
  if (typeof email !== 'string' || email === '') throw new AppError('sign-in-email-missing')
  const isVerified = email_verified === true || email_verified === 'true'
  const isSilent = email_verified === undefined && emailsAreVerified
  if (!isVerified && !isSilent) throw new AppError('sign-in-email-unverified')
  return { email, emailVerified: true }
}

function nameIn({ name }: JWTPayload): { name?: string } {
  const given = z.string().safeParse(name)
  // PostgreSQL stores no NUL.
  return given.success ? { name: [...given.data.replaceAll('\0', '')].slice(0, nameLength).join('') } : {}
}
