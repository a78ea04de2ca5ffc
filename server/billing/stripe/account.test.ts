import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { findAccountProblem, findTaxProblem } from './account.ts'

describe('an account at Stripe', () => {
  const look = (account: object, isLive = true) => findAccountProblem(account as Stripe.Account, isLive)

  test('that may take payments and has a name has no problem', () => {
    expect(look({ charges_enabled: true, business_profile: { name: 'Shop' } })).toBeNull()
    const settings = { dashboard: { display_name: 'Shop' } }
    expect(look({ charges_enabled: true, business_profile: { name: null }, settings })).toBeNull()
  })

  test('that is not complete takes test payments only', () => {
    const account = { charges_enabled: false, business_profile: { name: 'Shop' } }
    expect(look(account, false)).toBeNull()
    expect(look(account)).toContain('complete it at Stripe')
  })

  test('M4: where Stripe Tax lacks something, that and the place to mend it are named', () => {
    expect(findTaxProblem({ status: 'active', status_details: { active: {} } })).toBeNull()
    const pending = { missing_fields: ['head_office'] }
    const problem = findTaxProblem({ status: 'pending', status_details: { pending } })
    expect(problem).toMatch(/not active.*head_office.*settings\/tax.*"mode": "none"/)
  })

  test('without a name opens no payment page', () => {
    const settings = { dashboard: { display_name: '' } }
    expect(look({ charges_enabled: true, business_profile: null, settings }, false)).toContain('no name')
    expect(look({ charges_enabled: true })).toContain('no name')
  })
})
