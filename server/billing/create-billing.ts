import type { SiteLanguage } from '../../core/messages/site-languages.ts'
import { type Catalogue, catalogueIn, planNames, plansOf } from '../../core/plans/catalogue.ts'
import { isPaidPlan, planOfInterval } from '../../core/plans/plan.ts'
import { currenciesOf } from '../../core/plans/plan-card.ts'
import { countHit } from '../db/count-hit.ts'
import type { Log } from '../log.ts'
import { billingJobs } from './billing-jobs.ts'
import { deleteBillingData } from './delete-billing-data.ts'
import { withdrawalMail } from './guarantee/withdrawal-mail.ts'
import { noticeMail } from './notices/notice-mail.ts'
import { createUnsubscribeLinks } from './notices/unsubscribe-token.ts'
import { createPlanReader } from './plan-store.ts'
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
  | 'readPlans'
  | 'recordTrial'
  | 'isUnsubscribeSigned'

type BillingMail = ReturnType<typeof refundMail | typeof noticeMail | typeof priceChangeMail>

interface CreateBillingDeps extends Omit<BillingRouteDeps, Derived> {
  catalogue: Catalogue
  log: Log
  /** The one in force first. */
  secrets: readonly string[]
  mailUser: (userId: string, mailTo: (address: string, site: SiteLanguage) => BillingMail) => Promise<boolean>
}

const dayMs = 86_400_000

/** Checkout, subscriptions and Stripe's events. */
export function createBilling({ catalogue, log, secrets, mailUser, ...given }: CreateBillingDeps) {
  const { db, siteUrl, now } = given
  const { trialDays, graceDays, unusedOnLifetime } = catalogue.plans.monthly
  const trials = createTrialStore(secrets)
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
    readPlans: createPlanReader(given.readers, trialDays > 0 ? trials.hashes : () => []),
    recordTrial: trials.record,
    isUnsubscribeSigned: unsubscribeLinks.isSigned,
  }
  const mailInLanguage = (
    userId: string,
    write: (
      mail: { to: string; siteUrl: string; product: string },
      plans: ReturnType<typeof planNames>,
    ) => BillingMail,
  ) =>
    mailUser(userId, (to, { language }) => {
      const translated = catalogueIn(catalogue, language)
      return write({ to, siteUrl, product: translated.product.name }, planNames(translated))
    })
  return {
    routes: billingRoutes(deps),
    jobs: billingJobs({
      ...deps,
      log,
      sendRefundMail: (userId) =>
        mailInLanguage(userId, (mail, plans) => refundMail({ ...mail, plan: plans.lifetime })),
      mailPriceChange: (userId, content) =>
        mailInLanguage(userId, (mail, plans) =>
          priceChangeMail({ ...mail, ...content, plan: plans[planOfInterval(content.before.interval)] }),
        ),
      mailNotice: (userId, content) =>
        mailInLanguage(userId, (mail, plans) =>
          noticeMail({
            ...mail,
            ...content,
            plan: plans[content.plan],
            freePlan: plans.free,
            unsubscribeUrl: unsubscribeLinks.urlFor(userId),
            now: now(),
          }),
        ),
      sendWithdrawalMail: (userId, rows) =>
        mailInLanguage(userId, (mail, plans) =>
          withdrawalMail({ ...mail, plan: plans[rows[0]?.plan ?? 'lifetime'], rows }),
        ),
    }),
    isStillCharged: (userId: string) => isStillCharged(db, userId),
    exportData: (userId: string) => exportBilling(db, userId),
    deleteData: (userId: string, removeUser: Parameters<typeof deleteBillingData>[2]) =>
      deleteBillingData(deps, userId, removeUser),
  }
}
