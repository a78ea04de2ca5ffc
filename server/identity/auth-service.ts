import { sessionHintCookie } from '../../core/identity/session-hint.ts'
import { needsProof, type SessionStrength } from '../../core/identity/session-strength.ts'
import { isUndeliverable } from '../../core/identity/undeliverable.ts'
import type { LocalPath } from '../../core/local-path.ts'
import { inLanguage } from '../../core/messages/in-language.ts'
import type { SiteLanguages } from '../../core/messages/site-languages.ts'
import { crowdPauseMs } from '../db/batch-reads.ts'
import type { Drizzle } from '../db/database.ts'
import type { SignInProvider } from '../env.ts'
import { AppError } from '../errors.ts'
import type { ClientNetwork } from '../http/client-network.ts'
import type { UseCounter } from '../http/rate-limit.ts'
import type { MailAddress } from '../mail-address.ts'
import { type AuthOptions, createAuth } from './auth.ts'
import { startsSession } from './auth-response.ts'
import { createBrowserCookie } from './browser-cookie.ts'
import { deletionMail, proofMail, signInMail } from './code-mail.ts'
import { createCodes } from './codes.ts'
import { createSignInCounts } from './count-sign-ins.ts'
import { claimAddress, type RecordCustomerState } from './external-user-store.ts'
import { type LibraryCall, libraryRequest } from './library-request.ts'
import type { Mailer } from './mail.ts'
import { createProviderHandlers } from './provider-handlers.ts'
import { createSessionReader, type FoundSession } from './read-session.ts'
import { createSessionCookie } from './session-cookie.ts'
import { endSession, markProven, refreshSession } from './store.ts'

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
  /** The time by the database. */
  now: () => Date
  mailer: Mailer
  countUses: UseCounter
  /** Called in every transaction that changes what the product is told of a customer. */
  recordCustomerState: RecordCustomerState
}

export interface SignedInUser {
  id: string
  email: string
  name: string
  sessionId: string
  /** Whether actions that move money or data ask for a mailed code first. */
  needsProof: boolean
}

/** The purpose of a code that is mailed to a signed-in user. */
export type SessionCodePurpose = 'deletion' | 'proof'

interface CodeRequest {
  email: MailAddress
  /** Where to go on after signing in. */
  next: LocalPath
  headers: Headers
  network: ClientNetwork
}

interface SignInProof {
  email: MailAddress
  otp: string
  /** The key of a mail's link. */
  link?: string | undefined
}

export type AuthService = ReturnType<typeof createAuthService>

/** The authentication service in our own terms. Sessions are always read from the database, so that an ended one is over. */
export function createAuthService(options: AuthServiceOptions) {
  const { db, backendUrl, secret, formerSecrets, product, languages, providers, mailer, now } = options
  const authOptions: Omit<AuthOptions, 'providers'> = { db, backendUrl, secret }
  const auth = createAuth({ ...authOptions, providers: [] })
  const providerOf = (providerId: string) => providers.filter(({ id }) => id === providerId)
  const throughProvider = createProviderHandlers(
    (providerId) => createAuth({ ...authOptions, providers: providerOf(providerId) }),
    (providerId) => providerOf(providerId)[0]?.issuer,
  )
  const codes = createCodes(db, secret)
  const { countMail, countGuess, countSessionGuess, countAnswer } = createSignInCounts(options.countUses)
  const browserCookie = createBrowserCookie(backendUrl, secret, formerSecrets)

  const sessionCookie = createSessionCookie(backendUrl, secret, formerSecrets)
  const readers = options.readers ?? db
  const readStored = createSessionReader({ db: readers })
  const readStoredInCrowd = createSessionReader({ db: readers, pauseMs: crowdPauseMs })
  const readSession = async (headers: Headers, read = readStored) => {
    const token = sessionCookie.readToken(headers)
    return token === null ? null : read(token)
  }
  const requestFor = (headers: Headers, call: LibraryCall) =>
    libraryRequest(backendUrl, sessionCookie, headers, call)
  const ownerOf = (purpose: SessionCodePurpose, { email, sessionId }: SignedInUser) => ({
    purpose,
    email,
    holder: sessionId,
  })

  function userOf(found: FoundSession | null): SignedInUser | null {
    if (!found) return null
    const { id, strength, provenAt } = found.session
    return { ...found.user, sessionId: id, needsProof: needsProof(strength, provenAt, now()) }
  }

  async function deliver(mail: Parameters<Mailer['send']>[0], undo: () => Promise<void>) {
    try {
      if (isUndeliverable(mail.to)) throw new Error('The user has no address that mail could be sent to')
      await mailer.send(mail)
    } catch (cause) {
      await undo()
      throw new AppError('mail-failed', { cause })
    }
  }

  /** A browser has one session: the former one ends when the response starts another. */
  async function endFormerSession(headers: Headers, response: Response): Promise<Response> {
    const former = sessionCookie.readToken(headers)
    if (former !== null && startsSession(response)) await endSession(db, former)
    return response
  }

  /** Opens a session for a user whom a code or a trusted party named. The address stays as verified as it was. */
  async function openTrustedSession(
    userId: string,
    strength: SessionStrength,
    headers: Headers,
  ): Promise<Response> {
    const request = requestFor(headers, { method: 'POST', path: '/trusted-sign-in' })
    const body = { userId, strength }
    const call = { body, headers: request.headers, asResponse: true } as const
    return endFormerSession(headers, await auth.api.openTrustedSession(call))
  }

  return {
    readSession,

    /** Rule I4: opens a new access window, with the cookies to set. Null without a session. */
    async refreshSession(found: FoundSession, headers: Headers) {
      const refreshed = await refreshSession(db, found.session.id)
      const token = sessionCookie.readToken(headers)
      if (!refreshed || token === null) return null
      const session = { ...found.session, ...refreshed }
      return { found: { ...found, session }, cookies: sessionCookie.write(token) }
    },

    /** Takes the cookies of an ended session away. */
    removedCookies: sessionCookie.removed,
    hasSessionCookie: (headers: Headers): boolean =>
      new RegExp(`(^|;) *(${sessionCookie.name}|${sessionHintCookie})=`).test(headers.get('cookie') ?? ''),
    isSecure: backendUrl.startsWith('https:'),
    forgetBrowser: browserCookie.removed,
    hasHadAccount: (headers: Headers, email: string): boolean =>
      browserCookie.read(headers).hasHadAccount(email),
    rememberAccount: (headers: Headers, email: string): string[] =>
      browserCookie.forLink(browserCookie.read(headers), email),
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

    callProvider: async (provider: string, headers: Headers, call: LibraryCall): Promise<Response> =>
      endFormerSession(headers, await throughProvider(provider, requestFor(headers, call))),

    findUser: async (headers: Headers) => userOf(await readSession(headers)),

    /** The same where many come at once: each waits a moment for others, so that they are read together. Who only reads does not. */
    findUserInCrowd: async (headers: Headers) => userOf(await readSession(headers, readStoredInCrowd)),

    /** Mails a code that counts in this browser only. Returns the cookie to set, if any. Whether there is an account is not looked at. */
    async sendSignInCode({ email, next, headers, network }: CodeRequest): Promise<string | null> {
      const browser = browserCookie.read(headers)
      const uncount = await countMail({ email, browser, network })
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
      { email, otp, link }: SignInProof,
      network: ClientNetwork,
      headers: Headers,
    ): Promise<{ response: Response; cookie: string }> {
      const browser = browserCookie.read(headers)
      const attempt = { email, browser, network }
      const owner = { purpose: 'sign-in', email, holder: browser.id } as const
      if (!link) await codes.spend(owner, otp, countGuess(attempt))
      if (!link || (await codes.spendLink(owner, link))) await countAnswer(attempt)
      const userId = await claimAddress(db, email, options.recordCustomerState)
      const response = await openTrustedSession(userId, 'code', headers)
      return { response, cookie: browserCookie.forSignedIn(browser, email) }
    },

    /** Mails a code that counts in this session only. */
    async sendSessionCode(purpose: SessionCodePurpose, user: SignedInUser, headers: Headers): Promise<void> {
      const { id, code } = await codes.issue(ownerOf(purpose, user))
      const write = purpose === 'deletion' ? deletionMail : proofMail
      const mail = inLanguage(languages.ofHeaders(headers), () =>
        write({ product, siteUrl: backendUrl, to: user.email, code }),
      )
      await deliver(mail, () => codes.revoke(id))
    },

    spendDeletionCode: (user: SignedInUser, code: string, network: ClientNetwork): Promise<void> =>
      codes.spend(ownerOf('deletion', user), code, countSessionGuess(network)),

    /** Marks the session as proven by a mailed code. */
    async prove(user: SignedInUser, code: string, network: ClientNetwork): Promise<void> {
      await codes.spend(ownerOf('proof', user), code, countSessionGuess(network))
      await markProven(db, user.sessionId)
    },
  }
}
