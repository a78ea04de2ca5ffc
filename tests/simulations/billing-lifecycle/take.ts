import { seededRandom } from '@fairseat/stripe-emulator/seeded-random'
import { cards } from '@fairseat/stripe-emulator/testing'
import { expect } from 'vitest'
import { chargeOf, isLost } from './account.ts'
import { checkResponse } from './server.ts'
import type { Step, Trouble } from './steps.ts'
import type { World } from './world.ts'

/** One thing that the user, the payment service or our server does. */
export async function take(world: World, step: Step): Promise<void> {
  const { under, requestCheckout, openPage, pay, held } = world
  const { emulator, pages } = world.account()
  const { stripe, control, tryControl } = emulator
  switch (step.do) {
    case 'checkout': {
      const response = await under(step.trouble, (faults) =>
        requestCheckout(world.server(), step.plan, faults),
      )
      checkResponse(response, step.trouble, [200, 409])
      return openPage(response, step.plan)
    }
    case 'checkout twice': {
      const [one, other] = step.plans
      const responses = await Promise.all([
        requestCheckout(world.server(), one),
        requestCheckout(world.startServer(), other),
      ])
      for (const [index, response] of responses.entries()) {
        checkResponse(response, undefined, [200, 409])
        await openPage(response, index === 0 ? one : other)
      }
      return
    }
    case 'pay':
      return void (await pay(pages.at(-1), step.card))
    case 'pay an old page':
      return void (await pay(pages.at(-2), step.card))
    case 'page expires': {
      const page = pages.at(-1)
      const session = page && (await stripe.checkout.sessions.retrieve(page))
      if (session && session.status === 'open') await stripe.checkout.sessions.expire(session.id)
      return
    }
    case 'return': {
      const page = pages.at(-1)
      if (!page) return
      const path = `/api/stripe/checkout-status?session_id=${page}`
      const response = await under(step.trouble, (faults) => world.server().request(path, {}, faults))
      return checkResponse(response, step.trouble, [200])
    }
    case 'settle':
      for (const session of pages) await tryControl('/async-payments', { session, outcome: step.outcome })
      return
    case 'portal':
      return changeInPortal(world, step.what)
    case 'refund': {
      const paid = (await held()).intents.find(({ status }) => status === 'succeeded')
      const charge = paid && chargeOf(paid)
      if (!paid || !charge || charge.refunded || charge.disputed) return
      await stripe.refunds.create({ payment_intent: paid.id, ...(step.part && { amount: 1 }) })
      return
    }
    case 'dispute': {
      const paid = (await held()).intents.find(({ status }) => status === 'succeeded')
      const charge = paid && chargeOf(paid)
      const { outcome } = step
      if (charge) await control('/disputes', { charge: charge.id, ...(outcome && { outcome }) })
      return
    }
    case 'refund fails': {
      const newest = (await held()).refunds.find((refund) => !isLost(refund))
      // Where the buyer has to name an account, and does not.
      const outcome = newest?.status === 'requires_action' ? 'canceled' : 'failed'
      if (newest) await control('/refunds', { refund: newest.id, outcome })
      return
    }
    case 'unrelated': {
      const customer = await world.currentCustomer()
      if (customer) await world.account().sellUnrelated(customer, step.what, step.card)
      return
    }
    case 'prices change':
      return world.changePrices(step.monthly, step.lifetime)
    case 'webhook endpoint':
      return world.account().changeEndpoint(step.is)
    case 'back up':
      return world.backUp()
    case 'restore':
      await world.restore()
      if (step.reconciles) await world.reconcileAll()
      return
    case 'key changes':
      return world.changeKey()
    case 'delete customer':
      return world.deleteCustomer()
    case 'delete account and sign up again':
      return world.signUpAgain()
    case 'find no subscription running':
      expect((await held()).running, 'subscriptions that may be charged').toEqual([])
      return
    case 'time passes':
      return world.timePasses(step.seconds)
    case 'deliver':
      return deliver(world, step)
    case 'run-jobs': {
      const isCut = step.trouble && 'cutAt' in step.trouble
      await under(step.trouble, (faults) => world.server().runJobs(faults)).catch((error) => {
        if (!isCut) throw error
      })
      return
    }
    case 'restart':
      return world.restart()
  }
}

interface Delivery {
  share: number
  seed: number
  atOnce: boolean
  trouble?: Trouble | undefined
}

/** Some of what waits, in any order, some of it twice; what is left out is late or lost. */
export async function deliver(world: World, { share, seed, atOnce, trouble }: Delivery): Promise<void> {
  const { under, send } = world
  const random = seededRandom(seed)
  const chosen = (await world.account().waiting())
    .flatMap((event) => (random() < 0.1 ? [event, event] : [event]))
    .map((event) => ({ event, place: random() }))
    .sort((a, b) => a.place - b.place)
  const events = chosen.slice(0, Math.ceil(chosen.length * share)).map(({ event }) => event)
  const [first, ...rest] = events
  if (first) await under(trouble, (faults) => send(first, trouble, faults))
  if (atOnce) {
    for (let at = 0; at < rest.length; at += 4)
      await Promise.all(rest.slice(at, at + 4).map((event) => send(event)))
  } else for (const event of rest) await send(event)
}

async function changeInPortal({ account, held }: World, what: Extract<Step, { do: 'portal' }>['what']) {
  const { emulator } = account()
  const { subscriptions } = emulator.stripe
  const [subscription] = (await held()).running
  if (!subscription) return
  const { id, status } = subscription
  if (what === 'new card') {
    const customer = String(subscription.customer)
    const { url } = await emulator.openPortal(customer)
    await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'card', number: cards.pays }) })
    return
  }
  try {
    if (what === 'cancel now') await subscriptions.cancel(id)
    else if (what === 'trial ends') {
      if (status === 'trialing') await subscriptions.update(id, { trial_end: 'now' })
    } else if (what === 'cancel at its end') {
      // What the portal does in flexible billing mode.
      await subscriptions.update(id, { cancel_at: 'max_period_end' })
    } else await subscriptions.update(id, { cancel_at_period_end: what === 'cancel' })
  } catch (error) {
    // A call of the server that was killed may have ended it meanwhile.
    if ((await subscriptions.retrieve(id)).status !== 'canceled') throw error
  }
}
