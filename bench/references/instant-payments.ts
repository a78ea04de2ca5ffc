import type { PaymentService } from '../../server/billing/stripe/payment-service.ts'
import { paymentPage } from '../../server/http/destination.ts'

/** Everything but the check of signatures returns at once. A seeded member is subscribed, anybody else has nothing. */
export function respondInstantly({ verifyEvent, readEvent }: PaymentService): PaymentService {
  let opened = 0
  return {
    verifyEvent,
    readEvent,
    prices: async () => ({
      monthly: priceOf('monthly', 900),
      lifetime: priceOf('lifetime', 8_900),
      lifetimeLater: priceOf('lifetimeLater', 14_900),
    }),
    livemode: false,
    readAccount: async () => null,
    createCustomer: async ({ id }) => ({ id: `cus_${id}`, isNew: true }),
    listStuckInvoices: async () => [],
    readCustomerUser: async () => null,
    hasOurPrice: async () => false,
    removeCustomerUser: async () => {},
    async *listCustomers() {},
    listEvents: async () => [],
    listFailedRefunds: async () => [],
    readState: async (customerId) => ({
      subscriptions: customerId.startsWith('cus_member') ? [subscriptionOf(customerId)] : [],
      payments: [],
      pending: [],
    }),
    readPayer: async () => null,
    async createCheckoutSession() {
      const id = `cs_bench_${process.pid}_${++opened}`
      return {
        id,
        url: paymentPage(`https://pay.test/${id}`, undefined),
        expiresAt: new Date(Date.now() + 1_800_000),
      }
    },
    readCheckoutSession: async (id) => ({
      status: 'open',
      userId: null,
      isCustomerDeleted: false,
      purchaseId: id,
    }),
    listCheckoutSessions: async () => ({ reports: [], purchases: [], freeLifetimes: [] }),
    hasDisputes: async () => false,
    expireCheckoutSession: async () => true,
    openPlanSwitch: async () => paymentPage('https://pay.test/portal', undefined),
    openPortal: async () => paymentPage('https://pay.test/portal', undefined),
    cancelSubscription: async () => null,
    findReceipt: async () => null,
    readNextCharge: async () => null,
    readUnpaid: async () => null,
    async *listSubscribedPrices() {},
    readSubscribedPrice: async () => null,
    readSubscriptionPrices: async () => [],
    changePrice: async () => {},
    readPaymentRecords: async () => ({ invoices: [], charges: [] }),
    takeBackCredit: async () => {},
    refund: async () => ({ status: 'refunded', isNew: true, amountMinor: 0 }),
  }
}

const priceOf = (name: string, usd: number) => ({
  stripePriceId: `price_bench_${name}`,
  amountsMinor: { usd },
})

const subscriptionOf = (customerId: string) => ({
  plan: 'monthly' as const,
  amountMinor: 900,
  currency: 'usd',
  pendingSince: null,
  pendingMethod: null,
  id: customerId.replace('cus_', 'sub_'),
  status: 'active',
  createdAt: new Date(0),
  endedAt: null,
  periodEndsAt: null,
  cancelAtPeriodEnd: false,
  hadTrial: true,
  paymentFailedAt: null,
  stuckSince: null,
  paidAfterEnd: null,
  disputeLost: false,
  endedUnpaid: false,
})
