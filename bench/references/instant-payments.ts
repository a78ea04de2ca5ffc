import type { PaymentService } from '../../server/billing/stripe/payment-service.ts'

/** Everything but the check of signatures is answered at once. A seeded member is subscribed, anybody else has nothing. */
export function answerInstantly({ verifyEvent, readEvent, priceIds }: PaymentService): PaymentService {
  let opened = 0
  return {
    verifyEvent,
    readEvent,
    priceIds,
    createCustomer: async ({ id }) => `cus_${id}`,
    hasCustomer: async () => true,
    readState: async (customerId) => ({
      subscriptions: customerId.startsWith('cus_member') ? [subscriptionOf(customerId)] : [],
      payments: [],
    }),
    readPayer: async () => null,
    async openCheckout() {
      const id = `cs_bench_${process.pid}_${++opened}`
      return { id, url: `https://pay.test/${id}`, expiresAt: new Date(Date.now() + 1_800_000) }
    },
    readCheckout: async () => ({ status: 'open', userId: null, customerId: null, stripePriceId: null }),
    expireCheckout: async () => true,
    findCheckoutOfHold: async () => null,
    openPortal: async () => 'https://pay.test/portal',
    cancelNow: async () => {},
    refund: async () => {},
  }
}

const subscriptionOf = (customerId: string) => ({
  id: customerId.replace('cus_', 'sub_'),
  status: 'active',
  createdAt: new Date(0),
  periodEndsAt: null,
  cancelAtPeriodEnd: false,
  hadTrial: true,
  paymentFailedAt: null,
  paidAfterEnd: false,
  disputeLost: false,
})
