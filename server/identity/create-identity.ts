import { signInLinkPath } from '../../core/identity/contract.ts'
import { isUndeliverable } from '../../core/identity/undeliverable.ts'
import type { SignInLink } from '../../core/integration/contract.ts'
import type { CustomerState } from '../../core/integration/customer-state.ts'
import { inLanguage } from '../../core/messages/in-language.ts'
import type { SiteLanguage } from '../../core/messages/site-languages.ts'
import type { Drizzle } from '../db/database.ts'
import type { OidcClient, TokenIssuer } from '../env.ts'
import type { OutboxAccess } from '../http/outbox-access.ts'
import { type AuthServiceOptions, createAuthService } from './auth-service.ts'
import { parseEmail } from './email-address.ts'
import { type ExternalUser, saveExternalUser } from './external-user-store.ts'
import { type IntegrationRouteDeps, integrationRoutes } from './integration/routes.ts'
import type { Mail, Mailer } from './mail.ts'
import { type MailLook, mailHtml } from './mail-html.ts'
import { createOidcProvider } from './oidc/provider.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { outboxRoutes } from './outbox/routes.ts'
import { createOutbox } from './outbox.ts'
import { type IdentityRouteDeps, identityRoutes } from './routes.ts'
import { createSignInLink, findSignInLink, spendSignInLink } from './sign-in-link-store.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import {
  deleteUser,
  exportIdentity,
  findRecipient,
  listSessions,
  revokeRefreshTokens,
  saveLanguage,
} from './store.ts'
import { createProductTokens } from './verify-product-token.ts'

type DeleteOutcome = Awaited<ReturnType<IdentityRouteDeps['removeUser']>>

interface IdentityDeps
  extends Omit<AuthServiceOptions, 'mailer'>,
    Pick<IdentityRouteDeps, 'isStillCharged' | 'clientAddress'>,
    Pick<IntegrationRouteDeps, 'renderContinueAs'>,
    Pick<IdentityRouteDeps, 'renderSignIn'> {
  tokenIssuers: readonly TokenIssuer[]
  /** Products that people sign in to with their account here. */
  oidcClients: readonly OidcClient[]
  readCustomerState: (userId: string) => Promise<CustomerState | null>
  /** Null: mails are kept in memory and shown at /dev/outbox. */
  smtp: { url: string; from: string } | null
  mailLook: MailLook
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
  const { db, smtp, languages, limit, clientAddress, isStillCharged, removeUserData, exportUserData } = deps
  const ownOrigin = new URL(deps.backendUrl).origin
  const outbox = createOutbox()
  const transport = smtp ? createSmtpMailer(smtp.url, smtp.from) : outbox
  const mailer: Mailer = {
    send: (mail) =>
      transport.send({ ...mail, html: mailHtml(mail, deps.mailLook), logo: deps.mailLook.logo?.content }),
  }
  const auth = createAuthService({ ...deps, mailer })
  const productTokens = createProductTokens(deps.tokenIssuers)
  const saveUser = async ({ email, ...user }: ExternalUser, takenEmail?: 'refuse' | 'ignore') =>
    saveExternalUser(db, { ...user, email: parseEmail(email) }, deps.recordCustomerState, takenEmail)
  const { requestFor, findUser, signOut } = auth
  const oidc = () =>
    oidcRoutes({
      provider: createOidcProvider({ ...deps, clients: deps.oidcClients }),
      limit,
      clientAddress,
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
      limit,
      clientAddress,
      openTrustedSession: auth.openTrustedSession,
      findUser,
      renderContinueAs: deps.renderContinueAs,
      ownOrigin,
      findSignInLink: (token) => findSignInLink(db, token),
      spendSignInLink: (token) => spendSignInLink(db, token),
      userOfToken: async (token) => saveUser(await productTokens.verify(token), 'ignore'),
      isProductOrigin: productTokens.isFrom,
    }),
    routes: identityRoutes({
      auth,
      ownOrigin,
      renderSignIn: deps.renderSignIn,
      languages,
      // Where there is one language, nothing is written.
      saveLanguage: async (userId, language) => {
        if (languages.all.length > 1) await saveLanguage(db, userId, language)
      },
      limit,
      clientAddress,
      isStillCharged,
      listSessions: (userId) => listSessions(db, userId),
      revokeRefreshTokens: (userId) => revokeRefreshTokens(db, userId),
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
    async createSignInLink(userId: string, next?: string): Promise<SignInLink | null> {
      const link = await createSignInLink(db, userId, next)
      if (!link) return null
      const url = new URL(signInLinkPath, deps.backendUrl)
      url.searchParams.set('token', link.token)
      return { url: url.href, expiresAt: link.expiresAt.toISOString() }
    },
    saveExternalUser: (user: ExternalUser) => saveUser(user),
  }
}
