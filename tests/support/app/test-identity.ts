import { accentsOf } from '../../../core/brand/accent.ts'
import type { Language } from '../../../core/messages/languages.ts'
import { siteLanguages } from '../../../core/messages/site-languages.ts'
import type { Drizzle } from '../../../server/db/database.ts'
import { parseClientNetwork } from '../../../server/http/client-network.ts'
import { createOutboxAccess } from '../../../server/http/outbox-access.ts'
import { createIdentity } from '../../../server/identity/create-identity.ts'
import type { Mail } from '../../../server/identity/mail.ts'
import { createLog } from '../../../server/log.ts'
import { devToken } from './dev-token.ts'
import { withoutLimits } from './without-limits.ts'

/** Accounts without the rest of the server, and the mails that they send. */
export function createTestIdentity(db: Drizzle, languages: readonly [Language, ...Language[]] = ['en']) {
  const mails: Mail[] = []
  const identity = createIdentity({
    log: createLog({ level: 'silent', plain: true }),
    db,
    backendUrl: 'http://localhost',
    secret: 'x'.repeat(32),
    formerSecrets: [],
    product: 'Test',
    mailLook: { product: 'Test', accents: accentsOf() },
    support: () => undefined,
    languages: siteLanguages(languages),
    providers: [],
    now: () => new Date(),
    tokenIssuers: [],
    oidcClients: [],
    readCustomerState: async () => null,
    limit: async () => {},
    countUses: withoutLimits,
    recordCustomerState: async () => {},
    smtp: null,
    outboxAccess: createOutboxAccess(devToken),
    renderOutbox: (shown) => {
      mails.push(...(shown ?? []))
      return { html: '', headers: {} }
    },
    renderSignIn: () => ({ html: '', headers: {} }),
    renderContinueAs: () => ({ html: '', headers: {} }),
    clientNetwork: () => parseClientNetwork('127.0.0.1'),
    isStillCharged: async () => false,
    removeUserData: async () => 'removed',
    exportUserData: async () => ({}),
  })
  return {
    identity,
    async readMails(): Promise<Mail[]> {
      await identity.outboxRoutes?.request(`/outbox?dev=${devToken}`)
      return mails
    },
  }
}
