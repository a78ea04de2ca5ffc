import type { SiteLanguage } from '../../core/messages/site-languages.ts'
import { type Catalogue, catalogueIn, planNames, plansOf } from '../../core/plans/catalogue.ts'
import { isPaidPlan } from '../../core/plans/plan.ts'
import { currenciesOf } from '../../core/plans/plan-card.ts'
import { countHit } from '../db/count-hit.ts'
import type { Log } from '../log.ts'
import { billingJobs } from './billing-jobs.ts'
import { deleteBillingData } from './delete-billing-data.ts'
import { withdrawalMail } from './guarantee/withdrawal-mail.ts'
import { noticeMail } from './notices/notice-mail.ts'
import { createUnsubscribeLinks } from './notices/unsubscribe-token.ts'
import { priceChangeMail } from './prices/price-change-mail.ts'
import { refundMail } from './refund-mail.ts'
import { type BillingRouteDeps, billingRoutes } from './routes.ts'
import { exportBilling, isStillCharged } from './store.ts'
import { createTrialStore } from './trial-store.ts'

type Derived =
  | 'plansForSale'
  | 'currencies'
  | 'trialDays'
  | 'graceDays'
  | 'guaranteeDays'
  | 'unused'
  | 'isFirst'
  | 'hadTrial'
  | 'recordTrial'
  | 'isUnsubscribeSigned'

interface CreateBillingDeps extends Omit<BillingRouteDeps, Derived> {
  catalogue: Catalogue
  log: Log
  /** The one in force first. */
  secrets: readonly string[]
  mailUser: (
    userId: string,
    mailTo: (
      address: string,
      site: SiteLanguage,
    ) => ReturnType<typeof refundMail | typeof noticeMail | typeof priceChangeMail>,
  ) => Promise<boolean>
}

const dayMs = 86_400_000

/** Checkout, subscriptions and Stripe's events. */
export function createBilling({ catalogue, log, secrets, mailUser, ...given }: CreateBillingDeps) {
  const { db, siteUrl, now } = given
  const { trialDays, graceDays, unusedOnLifetime } = catalogue.plans.monthly
  const trials = createTrialStore(given.readers, secrets)
  const unsubscribeLinks = createUnsubscribeLinks(siteUrl, secrets)
  const deps: BillingRouteDeps = {
    ...given,
    plansForSale: plansOf(catalogue).filter(isPaidPlan),
    currencies: currenciesOf(catalogue),
    trialDays,
    graceDays,
    unused: unusedOnLifetime,
    guaranteeDays: catalogue.guaranteeDays,
    isFirst: async (key) => (await countHit(db, key, dayMs)).hits === 1,
    hadTrial: trials.wasGiven,
    recordTrial: trials.record,
    isUnsubscribeSigned: unsubscribeLinks.isSigned,
  }
  return {
    routes: billingRoutes(deps),
    jobs: billingJobs({
      ...deps,
      log,
      sendRefundMail: (userId) =>
        mailUser(userId, (to, { language }) => {
          const { product, plans } = catalogueIn(catalogue, language)
          return refundMail({ product: product.name, plan: plans.lifetime.name, siteUrl, to })
        }),
      mailPriceChange: (userId, content) =>
        mailUser(userId, (to, { language }) => {
          const { product, plans } = catalogueIn(catalogue, language)
          const names = planNames({ plans })
          return priceChangeMail({
            ...content,
            product: product.name,
            plan: names[content.before.interval === 'year' ? 'yearly' : 'monthly'],
            siteUrl,
            to,
          })
        }),
      mailNotice: (userId, content) =>
        mailUser(userId, (to, { language }) => {
          const { product, plans } = catalogueIn(catalogue, language)
          const names = planNames({ plans })
          return noticeMail({
            ...content,
            product: product.name,
            plan: names[content.plan],
            freePlan: names.free,
            siteUrl,
            to,
            unsubscribeUrl: unsubscribeLinks.urlFor(userId),
            now: now(),
          })
        }),
      sendWithdrawalMail: (userId, rows) =>
        mailUser(userId, (to, { language }) => {
          const { product, plans } = catalogueIn(catalogue, language)
          const plan = planNames({ plans })[rows[0]?.plan ?? 'lifetime']
          return withdrawalMail({ product: product.name, plan, siteUrl, to, rows })
        }),
    }),
    isStillCharged: (userId: string) => isStillCharged(db, userId),
    exportData: (userId: string) => exportBilling(db, userId),
    deleteData: (userId: string, removeUser: Parameters<typeof deleteBillingData>[2]) =>
      deleteBillingData(deps, userId, removeUser),
  }
}
