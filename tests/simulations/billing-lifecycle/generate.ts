import fc from 'fast-check'
import { type Card, cardNames, type Lifecycle, type Step, type Trouble } from './steps.ts'

const apiPaths = [
  '/v1/customers',
  '/v1/subscriptions',
  '/v1/payment_intents',
  '/v1/checkout/sessions',
  '/v1/prices',
  '/v1/invoices',
  '/v1/refunds',
  '/v1/billing_portal',
]
const path = fc.constantFrom(...apiPaths)
const times = fc.integer({ min: 1, max: 4 })

const plan = fc.constantFrom('monthly' as const, 'lifetime' as const)
const card = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Card>('pays') },
  { weight: 2, arbitrary: fc.constantFrom(...cardNames) },
)
const trouble: fc.Arbitrary<Trouble | undefined> = fc.oneof(
  { weight: 16, arbitrary: fc.constant(undefined) },
  { weight: 8, arbitrary: fc.record({ killedAt: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 2, arbitrary: fc.record({ cutAt: fc.integer({ min: 1, max: 10 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      fault: fc.constantFrom('status 500' as const, 'garbage' as const, 'hang-up' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
      path,
      times,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ refuses: fc.oneof(fc.constant('/v1/refunds'), path), times }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      paysAt: fc.integer({ min: 1, max: 8 }),
      card,
      isDelivered: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ tooManyAbove: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ silentFrom: fc.integer({ min: 1, max: 10 }) }) },
)
const does = <Name extends Step['do']>(name: Name) => fc.constant(name)

const daySeconds = 86_400
/** Never whole days: what falls due and our looking at it should not come at the same second. */
const timePasses = fc.record({
  do: does('time passes'),
  seconds: fc.constantFrom(
    daySeconds + 7_919,
    4 * daySeconds + 15_013,
    9 * daySeconds + 1_009,
    33 * daySeconds + 4_007,
  ),
})
const checkout = fc.record({ do: does('checkout'), plan, trouble })
const pay = fc.record({ do: does('pay'), card })
const comesBack = fc.record({ do: does('return'), trouble })
const settle = fc.record({
  do: does('settle'),
  outcome: fc.constantFrom('succeeded', 'failed', 'expired'),
})
const portal = fc.record({
  do: does('portal'),
  what: fc.constantFrom('cancel', 'cancel at its end', 'resume', 'cancel now', 'trial ends', 'new card'),
})
const dispute = fc.record({ do: does('dispute'), outcome: fc.constantFrom(undefined, 'won', 'lost') })
const refund = fc.record({ do: does('refund'), part: fc.boolean() })
const refundFails = fc.record({ do: does('refund fails') })
const unrelated = fc.record({
  do: does('unrelated'),
  what: fc.constantFrom('subscription', 'payment'),
  card: fc.constantFrom('pays', 'pays', 'isDisputed'),
})
const pricesChange = fc.record({
  do: does('prices change'),
  monthly: fc.constantFrom(9, 12),
  lifetime: fc.constantFrom(49, 89, 120),
})
const webhookEndpoint = fc.record({
  do: does('webhook endpoint'),
  is: fc.constantFrom('deleted', 'created'),
})
const backUp = fc.record({ do: does('back up') })
const restore = fc.record({ do: does('restore'), reconciles: fc.boolean() })
const keyChanges = fc.record({ do: does('key changes') })
const deliver = fc.record({
  do: does('deliver'),
  share: fc.constantFrom(0.1, 0.3, 1),
  seed: fc.nat(),
  atOnce: fc.boolean(),
  trouble,
})
const runJobs = fc.record({ do: does('run-jobs'), trouble })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: checkout },
  { weight: 4, arbitrary: fc.record({ do: does('checkout twice'), plans: fc.tuple(plan, plan) }) },
  { weight: 18, arbitrary: pay },
  { weight: 2, arbitrary: fc.record({ do: does('pay an old page'), card }) },
  { weight: 2, arbitrary: fc.record({ do: does('page expires') }) },
  { weight: 6, arbitrary: comesBack },
  { weight: 4, arbitrary: settle },
  { weight: 8, arbitrary: portal },
  { weight: 4, arbitrary: refund },
  { weight: 2, arbitrary: refundFails },
  { weight: 4, arbitrary: dispute },
  { weight: 2, arbitrary: fc.record({ do: does('delete customer') }) },
  { weight: 3, arbitrary: unrelated },
  { weight: 3, arbitrary: pricesChange },
  { weight: 2, arbitrary: webhookEndpoint },
  { weight: 2, arbitrary: backUp },
  { weight: 2, arbitrary: restore },
  { weight: 1, arbitrary: keyChanges },
  { weight: 6, arbitrary: timePasses },
  { weight: 8, arbitrary: deliver },
  { weight: 2, arbitrary: runJobs },
  { weight: 2, arbitrary: fc.record({ do: does('restart') }) },
)

const asks = (wanted: 'monthly' | 'lifetime') => fc.constant<Step>({ do: 'checkout', plan: wanted })
const paysWith = (...names: Card[]) => fc.record({ do: does('pay'), card: fc.constantFrom(...names) })

/** A subscriber whose card fails at a renewal, and who may mend it in time, too late, or never. */
const failingSubscriber: fc.Arbitrary<Step[]> = fc.tuple(
  asks('monthly'),
  paysWith('failsWhenCharged', 'debitBounces', 'pays'),
  timePasses,
  fc.oneof(deliver, comesBack, timePasses),
  fc.oneof(timePasses, fc.constant<Step>({ do: 'portal', what: 'new card' })),
)

/** A lifetime whose money is not there yet, and may never be. */
const lateLifetime: fc.Arbitrary<Step[]> = fc.tuple(
  asks('lifetime'),
  paysWith('debitPays', 'debitBounces', 'konbini', 'bankTransfer'),
  fc.oneof(deliver, comesBack, checkout),
  fc.oneof(settle, timePasses, deliver),
)

/** A month that was paid for, and that the bank may take back. */
const disputedMonth: fc.Arbitrary<Step[]> = fc.tuple(
  asks('monthly'),
  paysWith('pays', 'isDisputed', 'debitPays'),
  fc.constant<Step>({ do: 'portal', what: 'trial ends' }),
  fc.oneof(dispute, deliver, timePasses),
  dispute,
)

/** A month that a lifetime replaces, and whose unused part goes back, or not at the first try. */
const replacedMonth: fc.Arbitrary<Step[]> = fc.tuple(
  asks('monthly'),
  paysWith('pays', 'refundFails', 'debitPays'),
  fc.constant<Step>({ do: 'portal', what: 'trial ends' }),
  asks('lifetime'),
  paysWith('pays', 'refundFails', 'konbini', 'debitPays'),
  fc.oneof(deliver, comesBack, runJobs, timePasses),
  fc.oneof(refundFails, deliver, timePasses),
)

/** What was done after the backup is at the payment service only. */
const restoredShop: fc.Arbitrary<Step[]> = fc.tuple(
  fc.oneof(backUp, checkout),
  fc.oneof(backUp, pay),
  checkout,
  fc.oneof(pay, paysWith('konbini')),
  fc.oneof(deliver, comesBack, timePasses),
  restore,
)

/** Something else is sold to the customer beside our plans. */
const otherProducts: fc.Arbitrary<Step[]> = fc.tuple(
  checkout,
  unrelated,
  fc.oneof(pay, timePasses),
  unrelated,
)

/** The wrong key, perhaps only for a while. */
const otherKey: fc.Arbitrary<Step[]> = fc.tuple(
  checkout,
  pay,
  fc.oneof(deliver, comesBack, timePasses),
  keyChanges,
  fc.oneof(checkout, timePasses, keyChanges),
)

export const lifecycle: fc.Arbitrary<Lifecycle> = fc.record({
  unused: fc.constantFrom('credit', 'refund'),
  afterRetries: fc.constantFrom('cancel', 'unpaid'),
  retries: fc.constantFrom('soon', 'soon', 'soon', 'late'),
  offersTransfers: fc.boolean(),
  debitSeconds: fc.constantFrom(120, 3 * daySeconds + 3_607),
  eventSpacingSeconds: fc.constantFrom(0, 1),
  end: fc.constantFrom('delivered', 'one event', 'one event', 'reconciled'),
  seed: fc.nat(),
  steps: fc
    .tuple(
      fc.oneof(
        { weight: 6, arbitrary: fc.constant<Step[]>([]) },
        { weight: 2, arbitrary: failingSubscriber },
        { weight: 2, arbitrary: lateLifetime },
        { weight: 2, arbitrary: disputedMonth },
        { weight: 2, arbitrary: replacedMonth },
        { weight: 2, arbitrary: restoredShop },
        { weight: 1, arbitrary: otherProducts },
        { weight: 1, arbitrary: otherKey },
      ),
      fc.array(step, { minLength: 1, maxLength: 8 }),
    )
    .map(([opening, rest]) => [...opening, ...rest]),
})
