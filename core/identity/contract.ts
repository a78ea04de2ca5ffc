import type { GetPath, NoFields, PostPath } from '../api-path.ts'
import type { LocalPath } from '../local-path.ts'

interface User {
  id: string
  email: string
  name: string
}
/** Null without a session. */
export type SessionResponse = { user: User; session: { id: string; accessExpiresAt: string } } | null
export interface Account {
  user: User
  /** Whether a mailed code must come before the export and a refund. */
  needsProof: boolean
  sessions: { id: string; device: string; lastUsedAt: string; current: boolean }[]
}
type SendCode = { email: string; type: 'sign-in' }
/** `link`: the key from the link in the mail. */
type CodeSignIn = { email: string; otp: string; link?: string | undefined }
type ProviderSignIn = {
  provider: string
  callbackURL?: string | undefined
  errorCallbackURL?: string | undefined
}
declare const checked: unique symbol
/** A page of an identity provider; server/http/destination.ts makes it. */
export type ProviderPage = string & { readonly [checked]: 'provider' }
export type Done = { success: true }

/** Rule D2. GET reads the session, POST opens a new access window (I4). */
const getSessionPath = '/api/auth/get-session'
export const sessionPath: GetPath<SessionResponse> = getSessionPath
export const refreshSessionPath: PostPath<NoFields, SessionResponse> = getSessionPath
/** With `?next`, for the link in the mail. */
export const sendCodePath: PostPath<SendCode, Done> = '/api/auth/email-otp/send-verification-otp'
export const codeSignInPath: PostPath<CodeSignIn, { user: { id: string } }> = '/api/auth/sign-in/email-otp'
export const providerSignInPath: PostPath<ProviderSignIn, { url: ProviderPage }> = '/api/auth/sign-in/social'
export const signOutPath: PostPath<NoFields, Done> = '/api/auth/sign-out'
export const revokeSessionsPath: PostPath<NoFields, Done> = '/api/auth/revoke-sessions'
/** For pages of this origin: a token that the issuer of the product's sign-in has signed, for a session. */
export const exchangePath: PostPath<{ token: string }, { user: { id: string } }> = '/api/auth/exchange'
/** Where a page of the product posts a form with `token` and `next`. */
export const exchangeFormPath = '/sign-in/exchange'
/** With `?token`, from the API for the product's server. */
export const signInLinkPath = '/sign-in/link'
/** The question before a link signs a visitor in to an account that may not be theirs. */
export interface ContinueAs {
  token: string
  /** Where the link leads. */
  next: LocalPath
  email: string
  /** The address that this browser is signed in with; null without a session. */
  currentEmail: string | null
}
export const accountPath: GetPath<Account> = '/api/account'
/** A file to download. */
export const exportPath = '/api/account/export'
/** Mails the code that `provePath` takes, for actions that move money or data. */
export const proofCodePath: PostPath<NoFields, NoFields> = '/api/account/proof-code'
export const provePath: PostPath<{ code: string }, Done> = '/api/account/prove'
export const deletionCodePath: PostPath<NoFields, NoFields> = '/api/account/deletion-code'
export const deleteAccountPath: PostPath<{ code: string }, Done> = '/api/account/delete'

/** Codes of refusals on which pages act. */
export const codeWrong = 'code-wrong'
export const codeExpired = 'code-expired'
/** The session must be proven by a mailed code first. */
export const proofNeeded = 'proof-needed'
/** Tried too often. */
export const codeSpent = 'code-spent'
/** Says nothing about other addresses. */
export const tooManyMails = 'too-many-mails'
