import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { setUpEmulator } from '../../test/set-up-emulator.ts'

const start = Math.floor(Date.now() / 1000) - 1
const { emulator, stripe } = setUpEmulator()

const names = (list: { data: Stripe.Customer[] }) => list.data.map(({ name }) => name)

// docs.stripe.com/search: query language, fields and pages.
describe('search', () => {
  it('finds customers by metadata, e-mail and time, joined by AND or OR', async () => {
    for (const [name, team] of [
      ['Ada', 'red'],
      ['Bob', 'blue'],
      ['Cleo', 'red'],
    ] as const)
      await stripe.customers.create({
        name,
        email: `${name}@example.com`,
        metadata: { team, tag: 'a and b' },
      })
    const find = async (query: string) => names(await stripe.customers.search({ query }))
    expect(await find(`metadata['team']:'red'`)).toEqual(['Cleo', 'Ada'])
    expect(await find(`metadata["team"]:"red" AND email:"ada@example.com"`)).toEqual(['Ada'])
    expect(await find(`name:"Ada" OR name:"Bob"`)).toEqual(['Bob', 'Ada'])
    expect(await find(`-metadata["team"]:"red" AND name~"bo"`)).toEqual(['Bob'])
    expect(await find(`metadata["tag"]:"a and b" AND created>0 AND -metadata["team"]:null`)).toHaveLength(3)
    expect(await find(`created>${Math.floor(Date.now() / 1000) + 60}`)).toEqual([])
  })

  it('turns pages by next_page', async () => {
    const query = `metadata["team"]:"red"`
    const first = await stripe.customers.search({ query, limit: 1 })
    expect([names(first), first.has_more]).toEqual([['Cleo'], true])
    const second = await stripe.customers.search({ query, limit: 1, page: first.next_page ?? '' })
    expect([names(second), second.has_more, second.next_page]).toEqual([['Ada'], false, null])
    expect(await stripe.customers.search({ query, limit: 1 }).autoPagingToArray({ limit: 9 })).toHaveLength(2)
  })

  it('refuses what cannot be searched', async () => {
    for (const query of ['shoe_size:42', 'name', 'name:"a" AND name:"b" OR name:"c"', ' '])
      await expect(stripe.customers.search({ query })).rejects.toMatchObject({ statusCode: 400 })
    await expect(stripe.rawRequest('GET', '/v1/checkout/sessions/search')).rejects.toMatchObject({
      statusCode: 404,
    })
  })

  it('finds payment intents, charges, invoices, subscriptions, prices and products', async () => {
    const { intent } = await emulator.buy()
    const { subscription } = await emulator.subscribe()
    const one = async (found: Promise<{ data: { id: string }[] }>) => (await found).data[0]?.id
    const query = `metadata["plan"]:"lifetime" AND status:"succeeded"`
    expect(await one(stripe.paymentIntents.search({ query }))).toBe(intent.id)
    expect(await one(stripe.charges.search({ query: 'amount:9900' }))).toBe(
      (intent.latest_charge as Stripe.Charge).id,
    )
    const ofSubscription = stripe.invoices.search({ query: `subscription:"${subscription.id}"` })
    expect(await one(ofSubscription)).toBe(subscription.latest_invoice)
    expect(await one(stripe.subscriptions.search({ query: 'status:"active"' }))).toBe(subscription.id)
    const price = await stripe.prices.search({ query: 'lookup_key:"monthly" AND active:"true"' })
    expect(price.data[0]?.unit_amount).toBe(900)
    expect((await stripe.products.search({ query: 'name~"Life"' })).data[0]?.name).toBe('Lifetime')
  })
})

// docs.stripe.com/api/events/list, docs.stripe.com/api/customers/list
describe('lists', () => {
  it('of events are cut by time and types and turned page by page, newest first', async () => {
    const types = ['customer.created', 'product.created']
    const all = await stripe.events
      .list({ created: { gt: start }, types, limit: 2 })
      .autoPagingToArray({ limit: 100 })
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(types))
    const times = all.map(({ created }) => created)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect((await stripe.events.list({ created: { lt: start } })).data).toEqual([])
  })

  it('of customers are cut by time', async () => {
    await emulator.advance(3_600)
    const late = await stripe.customers.create({ name: 'late' })
    const found = await stripe.customers.list({ created: { gte: late.created - 60, lt: late.created + 60 } })
    expect(names(found)).toEqual(['late'])
    expect((await stripe.customers.list({ created: late.created })).data).toHaveLength(1)
  })
})
