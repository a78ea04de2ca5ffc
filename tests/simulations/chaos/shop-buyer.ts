import { setTimeout as sleep } from 'node:timers/promises'
import { createTestBrowser, newAddress } from '../../support/app/test-app.ts'
import { sessionIn } from '../../support/billing/billing-kit.ts'
import type { Shop } from './shop-processes.ts'

/** Longer than any response may take while PostgreSQL or Stripe is gone. */
const hangMs = 180_000
/** How long a buyer tries the same thing again and again. */
const patienceMs = 600_000
const pauseMs = 100

export const buyerPlans = ['lifetime', 'monthly', 'monthly then lifetime'] as const
export type BuyerPlans = (typeof buyerPlans)[number]

interface FailedRequest {
  what: string
  startedAt: number
  endedAt: number
}

/** What happened to all requests of all buyers. */
export interface Tally {
  requests: number
  /** Refused, cut off or with an error status. */
  failures: FailedRequest[]
  /** Without any response within the limit. */
  hung: string[]
  /** What was acknowledged and then denied. */
  losses: string[]
  /** Checkout Sessions in whose place another was handed out. */
  replaced: string[]
}

export const newTally = (): Tally => ({ requests: 0, failures: [], hung: [], losses: [], replaced: [] })

/** What the shop has acknowledged to a buyer, and must keep. */
export interface Buyer {
  email: string
  browser: ReturnType<typeof createTestBrowser>
  userId: string | null
  /** Pages that were paid, by the word of the payment service. */
  paid: ('monthly' | 'lifetime')[]
  choice: string | null
  /** Asked too often because of failures, and went away. */
  gaveUp: boolean
}

type ShopOfBuyers = Pick<Shop, 'siteUrl' | 'mails' | 'emulator'>

class GaveUp extends Error {}

/** A person who buys, tries again when something fails, and remembers every response. */
export async function buy(shop: ShopOfBuyers, tally: Tally, wish: BuyerPlans, thinkMs = 0): Promise<Buyer> {
  const buyer = arrive(shop, tally, thinkMs)
  try {
    await signIn(shop, buyer)
    for (const plan of wish.split(' then ') as ('monthly' | 'lifetime')[]) await pay(shop, tally, buyer, plan)
    if (buyer.paid.includes('lifetime')) await choose(buyer)
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    buyer.gaveUp = true
  }
  return buyer
}

export function arrive({ siteUrl }: ShopOfBuyers, tally: Tally, thinkMs = 0): Buyer {
  const request = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    if (thinkMs > 0) await sleep(thinkMs)
    tally.requests += 1
    const startedAt = Date.now()
    const fail = (why: string) => {
      const what = `${init?.method} ${input}: ${why}`
      tally.failures.push({ what, startedAt, endedAt: Date.now() })
    }
    const signal = AbortSignal.timeout(hangMs)
    const response = await fetchWhole(input, { ...init, signal, redirect: 'manual' }).catch(
      (error: unknown) => {
        fail(String(error))
        if (signal.aborted) tally.hung.push(`${init?.method} ${input}`)
        throw error
      },
    )
    if (response.status >= 500) fail(String(response.status))
    if (response.status === 401 && buyer.userId) {
      const loss = `${buyer.email}: was signed in, and is no longer`
      tally.losses.push(loss)
      throw new GaveUp(loss)
    }
    return response
  }
  const browser = createTestBrowser({ request }, { origin: siteUrl })
  const buyer: Buyer = {
    email: newAddress(),
    browser,
    userId: null,
    paid: [],
    choice: null,
    gaveUp: false,
  }
  return buyer
}

/** Reads to the end: a response that breaks off is none. */
async function fetchWhole(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  const body = await response.arrayBuffer()
  return new Response(body.byteLength > 0 ? body : null, response)
}

export async function signIn({ mails }: ShopOfBuyers, buyer: Buyer): Promise<void> {
  await persist(async () => {
    const asked = await buyer.browser.requestCode(buyer.email)
    if (!asked.ok) return asked
    // A code whose response was lost is spent: the next try requests another.
    const response = await buyer.browser.tryCode(buyer.email, mails.codeFor(buyer.email))
    if (response.ok) buyer.userId = (await response.json()).user.id
    return response
  })
}

async function pay(
  shop: ShopOfBuyers,
  tally: Tally,
  buyer: Buyer,
  plan: 'monthly' | 'lifetime',
): Promise<void> {
  const first = await openPage(buyer, plan)
  const page = await openPage(buyer, plan)
  if (page !== first) tally.replaced.push(sessionIn(first))
  await persist(async () => {
    const { status } = await shop.emulator.pay(sessionIn(page))
    // Paid by the try before, whose response was lost.
    return new Response(null, { status: status === 409 ? 200 : status })
  })
  buyer.paid.push(plan)
  await persist(async () => {
    const response = await buyer.browser.get(`/api/stripe/checkout-status?session_id=${sessionIn(page)}`)
    if (!response.ok) return response
    const { status } = await response.json()
    if (status !== 'paid') tally.losses.push(`${buyer.email}: paid for ${plan}, and is told ${status}`)
    return response
  })
}

export async function openPage(buyer: Buyer, plan: string): Promise<string> {
  const response = await persist(() => buyer.browser.post('/api/stripe/create-checkout', { plan }))
  return (await response.json()).url
}

async function choose(buyer: Buyer): Promise<void> {
  const firstName = `Ann${buyer.userId?.replace(/[^a-z]/gi, '').slice(0, 8)}`
  await persist(() => buyer.browser.post('/api/purchase-choice', { shown: 'name', firstName }))
  buyer.choice = firstName
}

async function persist(ask: () => Promise<Response>): Promise<Response> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const response = await ask().catch((error: unknown) => error)
    if (response instanceof GaveUp) throw response
    if (response instanceof Response) {
      if (response.ok) return response
      if (response.status === 429) throw new GaveUp()
    }
    if (Date.now() > deadline) {
      const last = response instanceof Response ? `${response.status} ${await response.text()}` : response
      throw new Error(`No success within ${patienceMs} ms, the last try ended with: ${last}`)
    }
    await sleep(pauseMs)
  }
}
