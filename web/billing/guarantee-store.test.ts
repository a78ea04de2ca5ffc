import { expect, test } from 'vitest'
import { createGuaranteeStore } from './guarantee-store.ts'

function storeOf(...answers: Response[]) {
  let signIns = 0
  const api = async () => answers.shift() ?? Response.error()
  const store = createGuaranteeStore(api, () => {
    signIns += 1
  })
  return { store, signIns: () => signIns }
}

test('M2: whose session is over is asked to sign in, and not told that there is nothing to refund', async () => {
  const { store, signIns } = storeOf(
    Response.json({ error: 'Please sign in.' }, { status: 401 }),
    Response.json({ error: 'Slow down.' }, { status: 429 }),
    Response.json({}),
  )
  await store.load()
  expect([store.get(), signIns()]).toEqual([{ status: 'loading' }, 1])
  await store.load()
  expect([store.get(), signIns()]).toEqual([{ status: 'failed', error: 'Slow down.' }, 1])
  await store.load()
  expect([store.get(), signIns()]).toEqual([{ status: 'none' }, 1])
})

test('F91: a refusal for want of a mailed code keeps the offer, and the next withdrawal goes through', async () => {
  const offer = { purchase: 'pi_1', plan: 'lifetime', amount: '$89', lastDay: '2026-01-15' }
  const { store } = storeOf(
    Response.json({ offer }),
    Response.json({ error: 'Please confirm.', code: 'proof-needed' }, { status: 403 }),
    Response.json({ plan: 'lifetime', amount: '$89', requestedAt: '2026-01-01' }),
  )
  await store.load()
  await store.withdraw()
  expect(store.get()).toMatchObject({ status: 'offered', isConfirming: false, error: null, needsProof: true })
  await store.withdraw()
  expect(store.get().status).toBe('withdrawn')
})
