import type { Drizzle } from '../db/database.ts'
import type { OidcProvider } from '../env.ts'
import { AppError } from '../http/app-error.ts'
import { type AuthOptions, createAuth, sessionCookieName } from './auth.ts'
import { authError } from './auth-answer.ts'
import { deletionMail, signInMail } from './code-mail.ts'
import type { Mailer } from './mail.ts'
import { createProviderDoors } from './provider-doors.ts'
import { createSessionReader } from './read-session.ts'
import { resignSession } from './resign-session.ts'

export interface IdentityOptions {
  db: Drizzle
  backendUrl: string
  secret: string
  /** Sessions signed with one of them still count. */
  formerSecrets: readonly string[]
  product: string
  providers: readonly OidcProvider[]
  mailer: Mailer
  isOwnOrigin: (request: Request) => boolean
}

export interface SignedInUser {
  id: string
  email: string
  name: string
  sessionId: string
}

export type Identity = ReturnType<typeof createIdentity>

/** The authentication service in our own terms; always read from the database, so that an ended session is over. */
export function createIdentity({
  db,
  backendUrl,
  secret,
  formerSecrets,
  product,
  providers,
  mailer,
  isOwnOrigin,
}: IdentityOptions) {
  const options: Omit<AuthOptions, 'providers'> = {
    db,
    backendUrl,
    secret,
    isOwnOrigin,
    sendCode: ({ email, code, next }) =>
      deliver(signInMail({ product, siteUrl: backendUrl, to: email, code, next })),
  }
  const auth = createAuth({ ...options, providers: [] })
  const throughProvider = createProviderDoors((providerId) =>
    createAuth({ ...options, providers: providers.filter(({ id }) => id === providerId) }),
  )
  const hasProvider = (id: string): boolean => providers.some((provider) => provider.id === id)

  const cookieName = sessionCookieName(backendUrl)
  const resigned = (headers: Headers) => resignSession(headers, { cookieName, secret, formerSecrets })
  const readStored = createSessionReader({ db, secret, cookieName })
  const readSession = (headers: Headers) => readStored(resigned(headers))

  async function deliver(mail: Parameters<Mailer['send']>[0]) {
    try {
      await mailer.send(mail)
    } catch (cause) {
      throw new AppError('mail-failed', { cause })
    }
  }

  return {
    /** Answers a request under /api/auth, which may be about a provider. */
    handle(request: Request, provider = ''): Promise<Response> {
      const headers = resigned(request.headers)
      const signed = headers === request.headers ? request : new Request(request, { headers })
      return hasProvider(provider) ? throughProvider(provider, signed) : auth.handler(signed)
    },

    readSession,

    hasProvider,

    async findUser(headers: Headers): Promise<SignedInUser | null> {
      const found = await readSession(headers)
      return found && { ...found.user, sessionId: found.session.id }
    },

    async sendDeletionCode(email: string): Promise<void> {
      const code = await auth.api.createVerificationOTP({ body: { email, type: 'email-verification' } })
      await deliver(deletionMail({ product, siteUrl: backendUrl, to: email, code }))
    },

    async spendDeletionCode(email: string, code: string): Promise<void> {
      const response = await auth.api.verifyEmailOTP({ body: { email, otp: code }, asResponse: true })
      if (!response.ok) throw await authError(response)
    },
  }
}
