import { signInLinkPath } from '../../core/identity/contract.ts'
import { safeNext } from '../../core/identity/safe-next.ts'
import { isUndeliverable } from '../../core/identity/undeliverable.ts'
import type { SignInLink } from '../../core/integration/contract.ts'
import type { CustomerState } from '../../core/integration/customer-state.ts'
import { inLanguage } from '../../core/messages/in-language.ts'
import type { SiteLanguage } from '../../core/messages/site-languages.ts'
import type { Drizzle } from '../db/database.ts'
import type { OidcClient, TokenIssuer } from '../env.ts'
import { AppError } from '../errors.ts'
import type { OutboxAccess } from '../http/outbox-access.ts'
import { type NetworkLimiter, usesOfNetwork } from '../http/rate-limit.ts'
import type { Log } from '../log.ts'
import { parseEmail } from '../mail-address.ts'
import type { SmtpUrl } from '../secure-url.ts'
import { type AuthServiceOptions, createAuthService } from './auth-service.ts'
import { formerAddressJobs } from './change-address.ts'
import { claimLine, explainProductToken } from './explain-product-token.ts'
import { type ExternalUser, type SaveOptions, saveExternalUser } from './external-user-store.ts'
import { type IntegrationRouteDeps, integrationRoutes } from './integration/routes.ts'
import type { Mail, Mailer } from './mail.ts'
import { type MailLook, mailHtml } from './mail-html.ts'
import { createOidcProvider } from './oidc/provider.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { outboxRoutes } from './outbox/routes.ts'
import { createOutbox } from './outbox.ts'
import { type IdentityRouteDeps, identityRoutes } from './routes.ts'
import { createSignInActions } from './sign-in-actions.ts'
import { createSignInLink, findSignInLink, spendSignInLink } from './sign-in-link-store.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import {
  deleteUser,
  endSessions,
  exportIdentity,
  findRecipient,
  listSessions,
  saveLanguage,
} from './store.ts'
import { createProductTokens } from './verify-product-token.ts'

type DeleteOutcome = Awaited<ReturnType<IdentityRouteDeps['removeUser']>>

interface IdentityDeps
  extends Omit<AuthServiceOptions, 'mailer'>,
    Pick<IdentityRouteDeps, 'isStillCharged' | 'clientNetwork' | 'limit' | 'renderSignIn'>,
    Pick<IntegrationRouteDeps, 'renderContinueAs'> {
  log: Log
  tokenIssuers: readonly TokenIssuer[]
  /** Products that people sign in to with their account here. */
  oidcClients: readonly OidcClient[]
  readCustomerState: (userId: string) => Promise<CustomerState | null>
  /** Null: mails are kept in memory and shown at /dev/outbox. */
  smtp: { url: SmtpUrl; from: string } | null
  mailLook: MailLook
  /** The support address of the catalogue. */
  support: (site: SiteLanguage) => string | undefined
  outboxAccess: OutboxAccess
  renderOutbox: Parameters<typeof outboxRoutes>[2]
  /** What the other features have of a user is removed in the transaction that `removeUser` opens. */
  removeUserData: (
    userId: string,
    removeUser: (removeRest: (tx: Drizzle) => Promise<DeleteOutcome>) => Promise<DeleteOutcome>,
  ) => Promise<DeleteOutcome>
  exportUserData: (userId: string) => Promise<object>
}

/** Sign-in, sessions and the account. */
export function createIdentity(deps: IdentityDeps) {
  const { db, smtp, languages, limit, clientNetwork, isStillCharged, removeUserData, exportUserData } = deps
  const ownOrigin = new URL(deps.backendUrl).origin
  const limitNetwork: NetworkLimiter = (by, c) => deps.countUses.count(usesOfNetwork(by, clientNetwork(c)))
  const outbox = createOutbox()
  const transport = smtp ? createSmtpMailer(smtp.url, smtp.from) : outbox
  const mailer: Mailer = {
    send: (mail) =>
      transport.send({ ...mail, html: mailHtml(mail, deps.mailLook), logo: deps.mailLook.logo?.content }),
  }
  const auth = createAuthService({ ...deps, mailer })
  const productTokens = createProductTokens(deps.tokenIssuers)
  const saveUser = async (
    { email, ...user }: ExternalUser,
    options: Omit<SaveOptions, 'recordCustomerState'>,
  ) => saveExternalUser(db, { ...user, email: parseEmail(email) }, { ...deps, ...options })
  function recordRefusedToken(token: string, requestId: string, error: unknown) {
    if (!(error instanceof AppError)) return
    const claims = explainProductToken(token, deps.tokenIssuers, error)
    const wrong = claims.filter(({ isRight }) => !isRight).map(claimLine)
    const why = wrong.join('; ') || 'its claims are right, and the account cannot be linked'
    deps.log.warn({ id: requestId, code: error.code, claims }, `A product token was refused: ${why}`)
  }
  const { requestFor, findUser, signOut } = auth
  // Where there is one language, nothing is written.
  const saveUserLanguage: IdentityRouteDeps['saveLanguage'] = async (userId, language) => {
    if (languages.all.length > 1) await saveLanguage(db, userId, language)
  }
  const oidc = () =>
    oidcRoutes({
      provider: createOidcProvider({ ...deps, clients: deps.oidcClients }),
      languages,
      limitNetwork,
      requestFor,
      findUser,
      signOut,
    })
  return {
    findUser,
    findUserInCrowd: auth.findUserInCrowd,
    /** Null where no product signs people in this way. Called by products, from origins of their own. */
    oidcRoutes: deps.oidcClients.length > 0 ? oidc() : null,
    integrationRoutes: integrationRoutes({
      languages,
      limitNetwork,
      forgive: (by, c) => deps.countUses.uncount(usesOfNetwork(by, clientNetwork(c))),
      openTrustedSession: auth.openTrustedSession,
      hasHadAccount: auth.hasHadAccount,
      rememberAccount: auth.rememberAccount,
      findUser,
      renderContinueAs: deps.renderContinueAs,
      ownOrigin,
      findSignInLink: (token) => findSignInLink(db, token),
      spendSignInLink: (token) => spendSignInLink(db, token),
      userOfToken: async (token, requestId) => {
        try {
          return await saveUser(await productTokens.verify(token), { takenEmail: 'ignore' })
        } catch (error) {
          recordRefusedToken(token, requestId, error)
          throw error
        }
      },
      isProductOrigin: productTokens.isFrom,
    }),
    routes: identityRoutes({
      auth,
      actions: createSignInActions({ ...deps, auth, saveLanguage: saveUserLanguage }),
      ownOrigin,
      renderSignIn: deps.renderSignIn,
      languages,
      providers: deps.providers,
      backendUrl: deps.backendUrl,
      saveLanguage: saveUserLanguage,
      limit,
      limitNetwork,
      clientNetwork,
      isStillCharged,
      listSessions: (userId) => listSessions(db, userId),
      endSessions: (userId) => endSessions(db, userId),
      removeUser: (userId) => removeUserData(userId, (removeRest) => deleteUser(db, userId, removeRest)),
      exportData: async (userId) => ({
        ...(await exportIdentity(db, userId)),
        ...(await exportUserData(userId)),
      }),
    }),
    outboxRoutes: smtp ? null : outboxRoutes(outbox, deps.outboxAccess, deps.renderOutbox),
    /** In the language of the user. False when the account is gone, or has no address. */
    async mailUser(userId: string, mailTo: (address: string, site: SiteLanguage) => Mail): Promise<boolean> {
      const user = await findRecipient(db, userId)
      if (!user || isUndeliverable(user.email)) return false
      const site = languages.get(user.language)
      await mailer.send(inLanguage(site, () => mailTo(user.email, site)))
      return true
    },
    /** For the product's server: its signed-in user comes here without another sign-in. Null: no such user. */
    async createSignInLink(
      userId: string,
      next: string | undefined,
      /** Called in the transaction that stores the link. */
      record: (tx: Drizzle) => Promise<void>,
    ): Promise<SignInLink | null> {
      const link = await db.transaction(async (tx) => {
        const created = await createSignInLink(tx, userId, next)
        if (created) await record(tx)
        return created
      })
      if (!link) return null
      const url = new URL(signInLinkPath, deps.backendUrl)
      url.searchParams.set('token', link.token)
      const site = languages.ofPath(safeNext(next))
      // Once it has expired, nothing else tells.
      if (site.prefix) url.searchParams.set('language', site.language)
      return { url: url.href, expiresAt: link.expiresAt.toISOString() }
    },
    saveExternalUser: (user: ExternalUser, recordSaved?: SaveOptions['recordSaved']) =>
      saveUser(user, { recordSaved }),
    jobs: formerAddressJobs({ ...deps, mailer }),
  }
}
