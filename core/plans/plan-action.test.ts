import { describe, expect, test } from 'vitest'
import type { Viewer } from '../viewer.ts'
import type { PlanId } from './plan.ts'
import { type PlanAction, planAction } from './plan-action.ts'

const signedIn = (plan: PlanId | null): Viewer => ({ status: 'signed-in', plan })
const viewers: Record<string, Viewer> = {
  loading: { status: 'loading' },
  'signed out': { status: 'signed-out' },
  'on free': signedIn('free'),
  'on monthly': signedIn('monthly'),
  'on yearly': signedIn('yearly'),
  'on lifetime': signedIn('lifetime'),
  'plan not known': signedIn(null),
}

const buttons = {
  free: { text: 'Get started free', href: '/sign-in?next=/account' },
  monthly: { text: 'Upgrade to Monthly' },
  yearly: { text: 'Upgrade to Yearly' },
  lifetime: { text: 'Get Lifetime access' },
}

const placeholder: PlanAction = { kind: 'placeholder' }
const current: PlanAction = { kind: 'current', text: 'Your Current Plan' }
const signIn: PlanAction = { kind: 'link', text: 'Sign in to Upgrade', href: '/sign-in?next=/pricing' }
const getStarted: PlanAction = { kind: 'link', ...buttons.free }
const monthly: PlanAction = { kind: 'checkout', plan: 'monthly', text: 'Upgrade to Monthly' }
const yearly: PlanAction = { kind: 'checkout', plan: 'yearly', text: 'Upgrade to Yearly' }
const lifetime: PlanAction = { kind: 'checkout', plan: 'lifetime', text: 'Get Lifetime access' }

describe('the button of a plan', () => {
  const rows: [rule: string, viewer: string, plan: PlanId, action: PlanAction][] = [
    ['B6', 'loading', 'free', placeholder],
    ['B6', 'loading', 'monthly', placeholder],
    ['M5 B6', 'loading', 'yearly', placeholder],
    ['B6', 'loading', 'lifetime', placeholder],
    ['B4', 'signed out', 'free', getStarted],
    ['B1', 'signed out', 'monthly', signIn],
    ['M5 B1', 'signed out', 'yearly', signIn],
    ['B1', 'signed out', 'lifetime', signIn],
    ['B2', 'on free', 'free', current],
    ['B5', 'on free', 'monthly', monthly],
    ['M5 B5', 'on free', 'yearly', yearly],
    ['B5', 'on free', 'lifetime', lifetime],
    ['B4', 'on monthly', 'free', getStarted],
    ['B2', 'on monthly', 'monthly', current],
    ['M5 B5', 'on monthly', 'yearly', yearly],
    ['B5', 'on monthly', 'lifetime', lifetime],
    ['M5 B4', 'on yearly', 'free', getStarted],
    ['M5 B5', 'on yearly', 'monthly', monthly],
    ['M5 B2', 'on yearly', 'yearly', current],
    ['M5 B5', 'on yearly', 'lifetime', lifetime],
    ['B4', 'on lifetime', 'free', getStarted],
    ['B5', 'on lifetime', 'monthly', monthly],
    ['M5 B5', 'on lifetime', 'yearly', yearly],
    ['B2', 'on lifetime', 'lifetime', current],
    ['B3', 'plan not known', 'free', { kind: 'none' }],
    ['B5', 'plan not known', 'monthly', monthly],
    ['M5 B5', 'plan not known', 'yearly', yearly],
    ['B5', 'plan not known', 'lifetime', lifetime],
  ]

  test.each(rows)('%s: a viewer %s sees the right action on %s', (_rule, viewer, plan, action) => {
    const who = viewers[viewer]
    if (!who) throw new Error(`no such viewer: ${viewer}`)
    expect(planAction(who, plan, buttons[plan])).toEqual(action)
  })

  test('B1 B2 B3 B4 B5 B6: the table names every viewer with every plan', () => {
    const pairs = new Set(rows.map(([, viewer, plan]) => `${viewer}, ${plan}`))
    expect(pairs.size).toBe(Object.keys(viewers).length * Object.keys(buttons).length)
  })
})
