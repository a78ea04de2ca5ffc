import { expect, test } from 'vitest'
import { createFakeClock } from '../../tests/support/app/fake-clock.ts'
import { createWelcomeStore } from './welcome-store.ts'

type Result = [status: number, body: unknown, headers?: Record<string, string>]

const processing: Result = [200, { status: 'processing', plan: 'free' }]
const paidLifetime: Result = [200, { status: 'paid', plan: 'lifetime' }]
const unreachable: Result = [0, null]
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A buyer is back; the server gives the answers in turn and repeats the last. */
function comeBack(answers: Result[], checkoutSessionId: string | null = 'cs_test_1') {
  const clock = createFakeClock()
  const askedAt: number[] = []
  const paths: string[] = []
  let signIns = 0
  const store = createWelcomeStore({
    api: async (path) => {
      paths.push(path)
      askedAt.push(clock.now() / 1_000)
      const [status, body, headers = {}] = (answers.length > 1 ? answers.shift() : answers[0]) ?? unreachable
      if (status === 0) throw new TypeError('Failed to fetch')
      return Response.json(body, { status, headers })
    },
    checkoutSessionId,
    clock,
    signIn: () => signIns++,
  })
  /** Second by second, as answers come in between. */
  async function pass(seconds: number) {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1_000)
      await settle()
    }
  }
  return { store, pass, askedAt, paths, signIns: () => signIns }
}

test('F8: it shows processing and asks at once, after 1, 2, 3 and 5 s, then every 10 s', async () => {
  const { store, pass, askedAt } = comeBack([processing])
  expect(store.get()).toEqual({ status: 'checking', trouble: null, late: false })
  await store.start()
  expect(store.get()).toEqual({ status: 'processing', trouble: null, late: false })
  await pass(45)
  expect(askedAt).toEqual([0, 1, 3, 6, 11, 21, 31, 41])
})

test('after ten minutes it says so and asks no more, until it is wanted', async () => {
  const { store, pass, askedAt } = comeBack([processing])
  await store.start()
  await pass(590)
  expect(store.get()).toMatchObject({ status: 'processing', late: false })
  await pass(10)
  expect(store.get()).toEqual({ status: 'processing', trouble: null, late: true })
  const asked = askedAt.length
  await pass(100)
  expect(askedAt).toHaveLength(asked)
  await store.start()
  expect(store.get()).toEqual({ status: 'processing', trouble: null, late: false })
  await pass(1)
  expect(askedAt).toHaveLength(asked + 2)
})

test('F8: once paid it says what one has, and asks no more', async () => {
  const billing = { lifetime: { paidAt: '2026-11-16T10:00:00.000Z', amount: '$89.00' } }
  const { store, pass, paths } = comeBack([processing, paidLifetime, [200, billing]])
  await store.start()
  await pass(1)
  expect(store.get()).toEqual({ status: 'paid', plan: 'lifetime', subscription: undefined, billing })
  await pass(100)
  const statusPath = '/api/stripe/checkout-status?session_id=cs_test_1'
  expect(paths).toEqual([statusPath, statusPath, '/api/billing'])
})

const subscription = {
  status: 'trialing',
  periodEndsAt: '2027-01-12T00:00:00.000Z',
  cancelAtPeriodEnd: false,
}
test.each<[string, Result, typeof subscription | undefined]>([
  ['with its dates', [200, { plan: 'monthly', subscription }], subscription],
  ['without them when they cannot be had', [503, { error: 'Back soon.' }], undefined],
])('a paid month is told %s', async (_, answer, expected) => {
  const { store, paths } = comeBack([[200, { status: 'paid', plan: 'monthly' }], answer])
  await store.start()
  expect(store.get()).toEqual({ status: 'paid', plan: 'monthly', subscription: expected, billing: {} })
  expect(paths[1]).toBe('/api/subscription')
})

test('F8: paid but not yet on a plan is still processing', async () => {
  const { store } = comeBack([[200, { status: 'paid', plan: 'free' }]])
  await store.start()
  expect(store.get().status).toBe('processing')
})

test('a payment that was not completed ends it', async () => {
  const { store, pass, askedAt } = comeBack([[200, { status: 'unpaid', plan: 'free' }]])
  await store.start()
  expect(store.get()).toEqual({ status: 'unpaid' })
  await pass(100)
  expect(askedAt).toEqual([0])
})

test('F8: a plan that has ended ends it', async () => {
  const { store, pass, askedAt } = comeBack([processing, [200, { status: 'ended', plan: 'free' }]])
  await store.start()
  await pass(1)
  expect(store.get()).toEqual({ status: 'ended' })
  await pass(100)
  expect(askedAt).toEqual([0, 1])
})

test('F26: somebody else’s payment is refused with the sentence and nothing of theirs', async () => {
  const error = 'This payment belongs to another account.'
  const { store, pass, askedAt } = comeBack([[403, { error, status: 'paid', plan: 'lifetime' }]])
  await store.start()
  expect(store.get()).toEqual({ status: 'refused', error })
  await pass(100)
  expect(askedAt).toEqual([0])
})

test('F26: one who is signed out is asked to sign in, and nothing is shown', async () => {
  const { store, pass, askedAt, signIns } = comeBack([[401, { error: 'Please sign in first.' }]])
  await store.start()
  expect(signIns()).toBe(1)
  expect(store.get().status).toBe('checking')
  await pass(100)
  expect(askedAt).toEqual([0])
})

test('without a session id nothing is asked', async () => {
  const { store, paths } = comeBack([processing], null)
  await store.start()
  store.setTabHidden(true)
  store.setTabHidden(false)
  expect(store.get()).toEqual({ status: 'no-payment' })
  expect(paths).toEqual([])
})

test('whatever is in the address stays one value', async () => {
  const { store, paths } = comeBack([processing], 'a&b=c/#?d e')
  await store.start()
  expect(paths).toEqual(['/api/stripe/checkout-status?session_id=a%26b%3Dc%2F%23%3Fd%20e'])
})

test('a lost connection is said, and it goes on trying', async () => {
  const { store, pass } = comeBack([unreachable, processing, unreachable, paidLifetime])
  await store.start()
  expect(store.get()).toEqual({ status: 'checking', trouble: 'unreachable', late: false })
  await pass(1)
  expect(store.get()).toEqual({ status: 'processing', trouble: null, late: false })
  await pass(2)
  expect(store.get()).toEqual({ status: 'processing', trouble: 'unreachable', late: false })
  await pass(3)
  expect(store.get().status).toBe('paid')
})

test.each<[string, Result]>([
  ['the payment service is down', [502, { error: 'You were not charged; please try again.' }]],
  ['the server fails', [500, null]],
  ['the answer is none', [200, { status: 'sideways' }]],
  ['the answer is empty', [200, null]],
])('F8: when %s, it says so, never to try again, and goes on', async (_, answer) => {
  const { store, pass } = comeBack([answer, paidLifetime])
  await store.start()
  expect(store.get()).toEqual({ status: 'checking', trouble: 'failing', late: false })
  await pass(1)
  expect(store.get().status).toBe('paid')
})

test('too many questions are no trouble for the buyer: it waits as long as it is told', async () => {
  const { store, pass, askedAt } = comeBack([
    processing,
    [429, { error: 'Too many tries.' }, { 'retry-after': '30' }],
    processing,
  ])
  await store.start()
  await pass(1)
  expect(store.get()).toEqual({ status: 'processing', trouble: null, late: false })
  await pass(40)
  expect(askedAt).toEqual([0, 1, 31, 34, 39])
})

test('a hidden tab asks nothing; once seen, it asks at once', async () => {
  const { store, pass, askedAt } = comeBack([processing])
  await store.start()
  store.setTabHidden(true)
  await pass(100)
  expect(askedAt).toEqual([0])
  store.setTabHidden(false)
  await settle()
  expect(askedAt).toEqual([0, 100])
  await pass(1)
  expect(askedAt).toEqual([0, 100, 101])
})

test('a tab hidden while a question is under way does not go on after the answer', async () => {
  const { store, pass, askedAt } = comeBack([processing])
  const started = store.start()
  store.setTabHidden(true)
  store.setTabHidden(false)
  store.setTabHidden(true)
  await started
  await pass(100)
  expect(askedAt).toEqual([0])
})

test('begun again, it does not show what was true before', async () => {
  const { store, signIns } = comeBack([paidLifetime, [401, { error: 'Please sign in first.' }]])
  await store.start()
  const again = store.start()
  expect(store.get().status).toBe('checking')
  await again
  expect(signIns()).toBe(1)
})

test('while the month that a lifetime replaced is being ended it asks on, and then tells what went back', async () => {
  const replaced = { endedAt: '2026-11-15T12:00:00Z', returned: { to: 'card', amount: '$7.42' } }
  const { store, pass, paths } = comeBack([
    paidLifetime,
    [200, { isReplacing: true }],
    unreachable,
    paidLifetime,
    [200, { replaced }],
  ])
  await store.start()
  expect(store.get()).toMatchObject({ status: 'paid', billing: { isReplacing: true } })
  await pass(1)
  expect(store.get()).toMatchObject({ status: 'paid', billing: { isReplacing: true } })
  await pass(60)
  expect(store.get()).toMatchObject({ status: 'paid', billing: { replaced } })
  expect(paths).toHaveLength(5)
})
