import type { SessionStrength } from '../../core/identity/session-strength.ts'
import { isUndeliverable } from '../../core/identity/undeliverable.ts'
import type { LocalPath } from '../../core/local-path.ts'
import { inLanguage } from '../../core/messages/in-language.ts'
import type { SiteLanguages } from '../../core/messages/site-languages.ts'
import { crowdPauseMs } from '../db/batch-reads.ts'
import type { Drizzle } from '../db/database.ts'
import type { SignInProvider } from '../env.ts'
import { AppError } from '../errors.ts'
import type { CountingRateLimiter, RateLimit } from '../http/rate-limit.ts'
import { type AuthOptions, createAuth, sessionCookieName } from './auth.ts'
import { createBrowserCookie } from './browser-cookie.ts'
import { deletionMail, signInMail } from './code-mail.ts'
import { createCodes } from './codes.ts'
import { claimAddress, type RecordCustomerState } from './external-user-store.ts'
import { type LibraryCall, libraryRequest } from './library-request.ts'
import type { Mailer } from './mail.ts'
import { createProviderHandlers } from './provider-handlers.ts'
import { reSignSessionCookie } from './re-sign-session-cookie.ts'
import { createSessionReader, type FoundSession } from './read-session.ts'
import { countSending } from './send-limits.ts'

export interface AuthServiceOptions {
  db: Drizzle
  /** The same database over connections of their own; `db` when absent. */
  readers?: Drizzle
  backendUrl: string
  secret: string
  /** Sessions signed with one of them still count. */
  formerSecrets: readonly string[]
  product: string
  languages: SiteLanguages
  providers: readonly SignInProvider[]
  mailer: Mailer
  limit: CountingRateLimiter
  /** Takes back what `limit` counted. */
  uncount: (limit: RateLimit, subject: string) => Promise<void>
  /** Called in every transaction that changes what the product is told of a customer. */
  recordCustomerState: RecordCustomerState
}

export interface SignedInUser {
  id: string
  email: string
  name: string
  sessionId: string
}

const userOf = (found: FoundSession | null): SignedInUser | null =>
  found && { ...found.user, sessionId: found.session.id }

interface CodeRequest {
  email: string
  /** Where to go on after signing in. */
  next: LocalPath
  headers: Headers
  network: string
}

export type AuthService = ReturnType<typeof createAuthService>

/** The authentication service in our own terms. Sessions are always read from the database, so that an ended one is over. */
export function createAuthService(options: AuthServiceOptions) {
  const { db, backendUrl, secret, formerSecrets, product, languages, providers, mailer } = options
  const authOptions: Omit<AuthOptions, 'providers'> = { db, backendUrl, secret }
  const auth = createAuth({ ...authOptions, providers: [] })
  const throughProvider = createProviderHandlers((providerId) =>
    createAuth({ ...authOptions, providers: providers.filter(({ id }) => id === providerId) }),
  )
  const codes = createCodes(db, secret)
  const browserCookie = createBrowserCookie(backendUrl, secret, formerSecrets)

  const cookieName = sessionCookieName(backendUrl)
  const withCurrentSignature = (headers: Headers) =>
    reSignSessionCookie(headers, { cookieName, secret, formerSecrets })
  const reader = { db: options.readers ?? db, secret, cookieName }
  const readStored = createSessionReader(reader)
  const readStoredInCrowd = createSessionReader({ ...reader, pauseMs: crowdPauseMs })
  const readSession = (headers: Headers) => readStored(withCurrentSignature(headers))
  const requestFor = (headers: Headers, call: LibraryCall) =>
    libraryRequest(backendUrl, withCurrentSignature(headers), call)
  const deletionOwner = ({ email, sessionId }: SignedInUser) =>
    ({ purpose: 'deletion', email, holder: sessionId }) as const

  async function deliver(mail: Parameters<Mailer['send']>[0], undo: () => Promise<void>) {
    try {
      if (isUndeliverable(mail.to)) throw new Error('The user has no address that mail could be sent to')
      await mailer.send(mail)
    } catch (cause) {
      await undo()
      throw new AppError('mail-failed', { cause })
    }
  }

  /** Opens a session for a user whom a code or a trusted party named. The address stays as verified as it was. */
  function openTrustedSession(
    userId: string,
    strength: SessionStrength,
    headers: Headers,
  ): Promise<Response> {
    const request = requestFor(headers, { method: 'POST', path: '/trusted-sign-in' })
    const body = { userId, strength }
    return auth.api.openTrustedSession({ body, headers: request.headers, asResponse: true })
  }

  return {
    readSession,
    isSecure: backendUrl.startsWith('https:'),
    forgetBrowser: browserCookie.removed,
    openTrustedSession,
    requestFor,

    /** Ends this browser's session for a page of ours, wherever the visitor comes from. */
    signOut: (headers: Headers): Promise<Response> => {
      const own = new Headers(headers)
      own.set('origin', new URL(backendUrl).origin)
      own.delete('sec-fetch-site')
      return auth.handler(requestFor(own, { method: 'POST', path: '/sign-out' }))
    },

    callLibrary: (headers: Headers, call: LibraryCall): Promise<Response> =>
      auth.handler(requestFor(headers, call)),

    callProvider: (provider: string, headers: Headers, call: LibraryCall): Promise<Response> =>
      throughProvider(provider, requestFor(headers, call)),

    findUser: async (headers: Headers) => userOf(await readSession(headers)),

    /** The same where many come at once: each waits a moment for others, so that they are read together. Who only reads does not. */
    findUserInCrowd: async (headers: Headers) =>
      userOf(await readStoredInCrowd(withCurrentSignature(headers))),

    /** Mails a code that counts in this browser only. Returns the cookie to set, if any. Whether there is an account is not looked at. */
    async sendSignInCode({ email, next, headers, network }: CodeRequest): Promise<string | null> {
      const browser = browserCookie.read(headers)
      const uncount = await countSending(options, { email, browser, network })
      const { id, code, linkKey } = await codes.issue({ purpose: 'sign-in', email, holder: browser.id })
      await deliver(
        inLanguage(languages.ofHeaders(headers), () =>
          signInMail({ product, siteUrl: backendUrl, to: email, code, linkKey, next }),
        ),
        async () => {
          await codes.revoke(id)
          await uncount()
        },
      )
      return browserCookie.forCodeRequest(browser, email)
    },

    /** Exchanges a code, or the key of a mail's link, for a session. */
    async signIn(
      { email, otp, link }: { email: string; otp: string; link?: string | undefined },
      headers: Headers,
    ): Promise<{ response: Response; cookie: string }> {
      const browser = browserCookie.read(headers)
      if (link) await codes.spendLink(email, link)
      else await codes.spend({ purpose: 'sign-in', email, holder: browser.id }, otp)
      const userId = await claimAddress(db, email, options.recordCustomerState)
      const response = await openTrustedSession(userId, 'code', headers)
      return { response, cookie: browserCookie.forSignedIn(browser, email) }
    },

    async sendDeletionCode(user: SignedInUser, headers: Headers): Promise<void> {
      const { id, code } = await codes.issue(deletionOwner(user))
      const mail = inLanguage(languages.ofHeaders(headers), () =>
        deletionMail({ product, siteUrl: backendUrl, to: user.email, code }),
      )
      await deliver(mail, () => codes.revoke(id))
    },

    spendDeletionCode: (user: SignedInUser, code: string): Promise<void> =>
      codes.spend(deletionOwner(user), code),
  }
}
