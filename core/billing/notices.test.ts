import { describe, expect, test } from 'vitest'
import { isNoticeWanted, isOptional, type NoticeKind, noticeKey, plannedNotices } from './notices.ts'

const day = 86_400_000
const now = new Date('2027-01-10T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * day)
const subscription = {
  id: 'sub_1',
  plan: 'monthly' as const,
  status: 'active',
  createdAt: inDays(-4),
  periodEndsAt: inDays(10),
  cancelAtPeriodEnd: false,
  graceEndsAt: null,
}
type Subscription = Parameters<typeof plannedNotices>[0]

const table: [
  when: string,
  given: Partial<Subscription>,
  graceDays: number,
  planned: [NoticeKind, dueInDays: number][],
][] = [
  ['a month that renews', {}, 7, []],
  ['a week’s trial', { status: 'trialing', periodEndsAt: inDays(3) }, 7, [['trial-ending', 0]]],
  ['a longer trial', { status: 'trialing', periodEndsAt: inDays(20) }, 7, [['trial-ending', 13]]],
  [
    'a trial of a day',
    { status: 'trialing', createdAt: now, periodEndsAt: inDays(1) },
    7,
    [['trial-ending', -2]],
  ],
  ['a trial that is over', { status: 'trialing', periodEndsAt: inDays(-0.01) }, 7, []],
  ['a cancelled trial', { status: 'trialing', cancelAtPeriodEnd: true }, 7, [['access-ending', 7]]],
  ['a cancelled month', { cancelAtPeriodEnd: true }, 7, [['access-ending', 7]]],
  ['a cancelled month that is over', { cancelAtPeriodEnd: true, periodEndsAt: inDays(-1) }, 7, []],
  ['no period', { cancelAtPeriodEnd: true, periodEndsAt: null }, 7, []],
  [
    'a failed payment',
    { graceEndsAt: inDays(6) },
    7,
    [
      ['payment-failed', 0],
      ['grace-ending', 4],
    ],
  ],
  ['its last two days', { graceEndsAt: inDays(2) }, 7, [['grace-ending', 0]]],
  ['its last hours', { graceEndsAt: inDays(0.1) }, 7, [['grace-ending', -1.9]]],
  ['a short grace', { graceEndsAt: inDays(2.9) }, 3, [['payment-failed', 0]]],
  ['no grace', { status: 'past_due', graceEndsAt: inDays(-0.1) }, 0, [['payment-failed', 0]]],
  ['after the grace', { status: 'past_due', graceEndsAt: inDays(-1) }, 7, [['payment-failed', 0]]],
  ['past due and cancelled', { graceEndsAt: inDays(2), cancelAtPeriodEnd: true }, 7, [['grace-ending', 0]]],
  ['the end', { status: 'canceled', cancelAtPeriodEnd: true }, 7, []],
  ['unpaid for good', { status: 'unpaid' }, 7, []],
  ['a first payment that failed', { status: 'incomplete' }, 7, []],
  ['a first debit that bounced', { status: 'past_due' }, 7, [['payment-failed', 0]]],
]

describe('notices', () => {
  for (const [when, given, graceDays, planned] of table)
    test(`M8: ${when}: ${planned.map(([kind]) => kind).join(', ') || 'nothing'}`, () => {
      const notices = plannedNotices({ ...subscription, ...given }, graceDays, now)
      expect(notices.map(({ kind, dueAt }) => [kind, (dueAt.getTime() - now.getTime()) / day])).toEqual(
        planned,
      )
    })

  test('M8: an occasion is a kind, a subscription and the end that it is about', () => {
    const key = (more: Partial<Subscription>) =>
      plannedNotices({ ...subscription, ...more }, 7, now).map(noticeKey)
    expect(key({ graceEndsAt: inDays(6) })).toEqual([
      'payment-failed:sub_1:1800100800',
      'grace-ending:sub_1:1800100800',
    ])
    expect(key({ graceEndsAt: inDays(6), periodEndsAt: inDays(40) })).toEqual(key({ graceEndsAt: inDays(6) }))
    expect(key({ graceEndsAt: inDays(5) })).not.toEqual(key({ graceEndsAt: inDays(6) }))
  })

  test('M8: only a reminder of an end can be declined, and nothing ends for one who was given a plan', () => {
    const kinds: NoticeKind[] = ['trial-ending', 'payment-failed', 'grace-ending', 'access-ending']
    expect(kinds.filter(isOptional)).toEqual(['grace-ending', 'access-ending'])
    const wanted = (choice: Parameters<typeof isNoticeWanted>[1]) =>
      kinds.filter((kind) => isNoticeWanted(kind, choice))
    expect(wanted({ hasOptedOut: false, hasGrantedPlan: false })).toEqual(kinds)
    expect(wanted({ hasOptedOut: true, hasGrantedPlan: false })).toEqual(['trial-ending', 'payment-failed'])
    expect(wanted({ hasOptedOut: false, hasGrantedPlan: true })).toEqual(['trial-ending', 'payment-failed'])
  })
})
