import { cards, type TestEmulator } from '@fairseat/stripe-emulator/testing'
import { createCheckoutPath } from '../../../core/billing/contract.ts'
import { sessionIn } from '../../support/billing/billing-kit.ts'
import type { Result } from './webhook-balancer.ts'

interface BuyerDeps {
  id: string
  random: () => number
  /** How likely somebody with a page simply pays. */
  eagerness: number
  emulator: TestEmulator
  /** Calls any server that is running. */
  ask: (path: string, userId: string, body?: unknown) => Promise<Result>
  control: (path: string, body: unknown) => Promise<unknown>
}

/** What somebody does who is not simply paying. */
const manners = [
  'leaves',
  'leaves',
  'is declined',
  'is declined and pays',
  'pays by debit',
  'pays by debit',
  'pays by debit that bounces',
  'pays while the page expires',
  'pays when time is up',
  'pays by debit when time is up',
  'loses the seat and pays late',
  'takes monthly instead, and pays the old page too',
  'takes monthly first',
] as const

const maxTries = 8

export function createBuyer({ id, random, eagerness, emulator, ask, control }: BuyerDeps) {
  const { stripe } = emulator
  let paidOrPaying = false
  let latePage: string | undefined

  /** Clicks until there is a page or a refusal: once, or twice at the same moment. */
  async function checkout(plan: 'monthly' | 'lifetime'): Promise<string | null> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const clicks = random() < 0.2 ? 2 : 1
      const responses = await Promise.all(
        Array.from({ length: clicks }, () => ask(createCheckoutPath, id, { plan })),
      )
      let goesOn = false
      for (const response of responses) {
        // Some come back at once to see whether somebody has let go.
        if (response !== 'died' && response.body.code === 'seats-held') goesOn = random() < 0.2
        else if (response === 'died' || response.status >= 500 || response.body.code === 'price-changed')
          goesOn = true
        else if (response.body.url?.includes('cs_test_')) return sessionIn(response.body.url)
      }
      if (!goesOn) return null
    }
    return null
  }

  async function pay(page: string, card: keyof typeof cards): Promise<boolean> {
    const { body } = await emulator.pay(page, cards[card])
    if (body.result !== 'complete') return false
    paidOrPaying = true
    // Some close the window instead of coming back.
    if (random() < 0.5) await ask(`/api/stripe/checkout-status?session_id=${page}`, id)
    return true
  }

  async function refund(page: string) {
    const { payment_intent } = await stripe.checkout.sessions.retrieve(page)
    if (typeof payment_intent !== 'string') return
    // Refused when it was refunded already: they were oversold.
    await stripe.refunds.create({ payment_intent }).catch(() => {})
  }

  const timeIsUp = async () => {
    await control('/age-seat', { userId: id }).catch(() => {})
    await control('/run-jobs', {}).catch(() => {})
  }

  async function behave(page: string) {
    const manner =
      random() < eagerness ? 'pays' : (manners[Math.floor(random() * manners.length)] ?? 'leaves')
    switch (manner) {
      case 'pays':
        if ((await pay(page, 'pays')) && random() < 0.08) await refund(page)
        return
      case 'leaves':
        return
      case 'is declined':
        return void (await pay(page, 'declines'))
      case 'is declined and pays':
        await pay(page, 'declines')
        return void (await pay(page, 'pays'))
      case 'pays by debit':
        return void (await pay(page, 'debitPays'))
      case 'pays by debit that bounces':
        return void (await pay(page, 'debitBounces'))
      case 'pays while the page expires':
        await Promise.all([stripe.checkout.sessions.expire(page).catch(() => {}), pay(page, 'pays')])
        return
      case 'pays when time is up':
        await Promise.all([timeIsUp(), pay(page, 'pays')])
        return
      case 'pays by debit when time is up':
        await Promise.all([timeIsUp(), pay(page, 'debitPays')])
        return
      case 'loses the seat and pays late':
        await control('/lose-seat', { userId: id }).catch(() => {})
        latePage = page
        return
      case 'takes monthly instead, and pays the old page too': {
        const [monthly] = await Promise.all([checkout('monthly'), pay(page, 'pays')])
        if (monthly) await pay(monthly, 'pays')
        return
      }
      case 'takes monthly first': {
        const monthly = await checkout('monthly')
        if (monthly) await pay(monthly, 'pays')
        const lifetime = await checkout('lifetime')
        if (lifetime) await pay(lifetime, 'pays')
      }
    }
  }

  return {
    id,
    comesBack: () => !paidOrPaying && random() < 0.5,
    /** When the others have taken what was free. */
    async payLate() {
      if (latePage) await pay(latePage, 'pays')
      latePage = undefined
    },
    async visit() {
      const page = await checkout('lifetime')
      if (page) await behave(page)
    },
  }
}
