import fc from 'fast-check'

export const cards = {
  pays: '4242424242424242',
  declines: '4000000000000002',
  'fails later': '4000000000000341',
  'is disputed': '4000000000000259',
  'pays by debit': 'DE89370400440532013000',
  'debit bounces': 'DE62370400440532013001',
}
export type Card = keyof typeof cards
const cardNames = Object.keys(cards) as Card[]

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

/** What may go wrong while our server answers; at most one thing per step. */
export type Trouble =
  | { killedAt: number }
  | { cutBefore: number }
  | { fault: 'status 500' | 'garbage' | 'hang-up'; when: 'before' | 'after'; path: string; times: number }
  | { paysBefore: number; card: Card }

type PaidPlan = 'monthly' | 'lifetime'

export type Step =
  | { do: 'checkout'; plan: PaidPlan; trouble?: Trouble | undefined }
  | { do: 'checkout twice'; plans: [PaidPlan, PaidPlan] }
  | { do: 'pay'; card: Card }
  | { do: 'pay an old page'; card: Card }
  | { do: 'page expires' }
  | { do: 'return'; trouble?: Trouble | undefined }
  | { do: 'settle'; outcome: 'succeeded' | 'failed' }
  | { do: 'portal'; what: 'cancel' | 'resume' | 'cancel now' | 'trial ends' | 'new card' }
  | { do: 'refund'; part: boolean }
  | { do: 'dispute'; outcome?: 'won' | 'lost' | undefined }
  | { do: 'delete customer' }
  | { do: 'time passes'; seconds: number }
  | { do: 'deliver'; share: number; dice: number; atOnce: boolean; trouble?: Trouble | undefined }
  | { do: 'upkeep'; trouble?: Trouble | undefined }
  | { do: 'restart' }

export interface Life {
  unused: 'credit' | 'refund'
  /** What the payment service makes of a subscription when the last try of a renewal has failed. */
  afterRetries: 'cancel' | 'unpaid'
  /** How what was not delivered reaches us: all of it, one event of it and no other road, or none and an operator reconciles. */
  end: 'delivered' | 'one event' | 'reconciled'
  dice: number
  steps: Step[]
}

const plan = fc.constantFrom('monthly' as const, 'lifetime' as const)
const card = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Card>('pays') },
  { weight: 2, arbitrary: fc.constantFrom(...cardNames) },
)
const trouble = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: fc.record({ killedAt: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ cutBefore: fc.integer({ min: 1, max: 6 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      fault: fc.constantFrom('status 500' as const, 'garbage' as const, 'hang-up' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
      path: fc.constantFrom(...apiPaths),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ paysBefore: fc.integer({ min: 1, max: 5 }), card }) },
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
const settle = fc.record({ do: does('settle'), outcome: fc.constantFrom('succeeded', 'failed') })
const deliver = fc.record({
  do: does('deliver'),
  share: fc.constantFrom(0.1, 0.3, 1),
  dice: fc.nat(),
  atOnce: fc.boolean(),
  trouble,
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: checkout },
  { weight: 2, arbitrary: fc.record({ do: does('checkout twice'), plans: fc.tuple(plan, plan) }) },
  { weight: 9, arbitrary: pay },
  { weight: 1, arbitrary: fc.record({ do: does('pay an old page'), card }) },
  { weight: 1, arbitrary: fc.record({ do: does('page expires') }) },
  { weight: 3, arbitrary: comesBack },
  { weight: 2, arbitrary: settle },
  {
    weight: 4,
    arbitrary: fc.record({
      do: does('portal'),
      what: fc.constantFrom('cancel', 'resume', 'cancel now', 'trial ends', 'new card'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: does('refund'), part: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: does('dispute'), outcome: fc.constantFrom(undefined, 'won', 'lost') }),
  },
  { weight: 1, arbitrary: fc.record({ do: does('delete customer') }) },
  { weight: 3, arbitrary: timePasses },
  { weight: 4, arbitrary: deliver },
  { weight: 1, arbitrary: fc.record({ do: does('upkeep'), trouble }) },
  { weight: 1, arbitrary: fc.record({ do: does('restart') }) },
)

/** A subscriber whose card fails at a renewal, and who may mend it in time, too late, or never. */
const failingSubscriber: fc.Arbitrary<Step[]> = fc.tuple(
  fc.constant<Step>({ do: 'checkout', plan: 'monthly' }),
  fc.record({ do: does('pay'), card: fc.constantFrom<Card>('fails later', 'debit bounces', 'pays') }),
  timePasses,
  fc.oneof(deliver, comesBack, timePasses),
  fc.oneof(timePasses, fc.constant<Step>({ do: 'portal', what: 'new card' })),
)

/** A lifetime whose money is not there yet, and may never be. */
const lateLifetime: fc.Arbitrary<Step[]> = fc.tuple(
  fc.constant<Step>({ do: 'checkout', plan: 'lifetime' }),
  fc.record({ do: does('pay'), card: fc.constantFrom<Card>('pays by debit', 'debit bounces') }),
  fc.oneof(deliver, comesBack, checkout),
  fc.oneof(settle, timePasses, deliver),
)

export const life: fc.Arbitrary<Life> = fc.record({
  unused: fc.constantFrom('credit', 'refund'),
  afterRetries: fc.constantFrom('cancel', 'unpaid'),
  end: fc.constantFrom('delivered', 'one event', 'one event', 'reconciled'),
  dice: fc.nat(),
  steps: fc
    .tuple(
      fc.oneof(
        { weight: 3, arbitrary: fc.constant<Step[]>([]) },
        { weight: 1, arbitrary: failingSubscriber },
        { weight: 1, arbitrary: lateLifetime },
      ),
      fc.array(step, { minLength: 1, maxLength: 8 }),
    )
    .map(([opening, rest]) => [...opening, ...rest]),
})
