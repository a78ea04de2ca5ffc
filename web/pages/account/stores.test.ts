import { afterEach, expect, test, vi } from 'vitest'
import { createAccountStores } from './stores.ts'

// It waits for times of the browser's.
vi.mock('../../identity/keep-session.ts', () => ({ keepSession: () => () => {} }))
afterEach(() => vi.unstubAllGlobals())

const url = 'https://fairseat.example'
const data = { api: { backendUrl: url, publicKey: 'pk' }, live: true, hasGuarantee: true }

/** The page in a browser whose server gives these answers, by path; to what is left out it says 503. */
function openPage(answers: Record<string, unknown>) {
  vi.stubGlobal('document', { cookie: 'fairseat_hint=1' })
  vi.stubGlobal('location', { href: `${url}/account`, search: '', replace: () => {} })
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = answers[new URL(address).pathname]
    return answer ? Response.json(answer) : Response.json({ error: 'Back soon.' }, { status: 503 })
  })
  return createAccountStores(data as unknown as Parameters<typeof createAccountStores>[0])
}

const soon = new Date(Date.now() + 3_600_000).toISOString()
const choice = { shown: 'name', firstName: 'Ada', ownPurchases: [], decided: true }
const answersToAda = {
  '/api/auth/get-session': { user: { id: 'ada' }, session: { accessExpiresAt: soon } },
  '/api/subscription': { plan: 'lifetime' },
  '/api/billing': {},
  '/api/account': { user: { email: 'ada@example.com' }, sessions: [] },
  '/api/billing/documents': { documents: [{ id: 'in_1' }], next: null },
  '/api/billing/guarantee': { offer: { purchase: 'pi_1' } },
  '/api/seat': { seat: { number: 1 } },
  '/api/purchase-choice': choice,
}
const shown = (stores: ReturnType<typeof openPage>) => ({
  account: stores.account.get().status,
  documents: stores.documents.get().documents.length,
  guarantee: stores.guarantee.get().status,
  seat: stores.seat.get().seat?.number ?? null,
  name: stores.choice.get().choice?.firstName ?? null,
  reminders: stores.reminders.get().chosen,
})
const allOfAda = {
  account: 'ready',
  documents: 1,
  guarantee: 'offered',
  seat: 1,
  name: 'Ada',
  reminders: null,
}
const nothing = {
  account: 'loading',
  documents: 0,
  guarantee: 'loading',
  seat: null,
  name: null,
  reminders: null,
}

test('what is tried again is all of the page, not the account alone', async () => {
  const answers: Record<string, unknown> = {}
  const stores = openPage(answers)
  await stores.load()
  expect(shown(stores)).toEqual({ ...nothing, account: 'failed' })
  Object.assign(answers, answersToAda)
  await stores.load()
  await vi.waitFor(() => expect(shown(stores)).toEqual(allOfAda))
})

test('a page that is back by the browser’s cache shows nothing of the one who was signed in before', async () => {
  const answers: Record<string, unknown> = { ...answersToAda, '/api/billing/reminders': { reminders: false } }
  const stores = openPage(answers)
  await stores.load()
  await stores.reminders.save(false)
  await vi.waitFor(() => expect(shown(stores)).toEqual({ ...allOfAda, reminders: false }))
  for (const path of ['/api/seat', '/api/purchase-choice', '/api/billing/documents']) delete answers[path]
  const loaded = stores.load()
  expect(shown(stores)).toEqual(nothing)
  await loaded
  await vi.waitFor(() => expect(stores.documents.get().error).toBe('Back soon.'))
  expect(shown(stores)).toMatchObject({ account: 'ready', documents: 0, seat: null, name: null })
})
