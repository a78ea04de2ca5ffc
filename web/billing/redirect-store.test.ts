import { expect, test } from 'vitest'
import { createPortalStore, idle } from './redirect-store.ts'

/** The portal's way in on a page whose server gives this answer; without one it is out of reach. */
function openPage(answer?: () => Response) {
  const calls: unknown[] = []
  const wentTo: string[] = []
  const store = createPortalStore(
    async (...call) => {
      calls.push(call)
      if (!answer) throw new TypeError('Failed to fetch')
      return answer()
    },
    (url) => wentTo.push(url),
  )
  return { store, calls, wentTo }
}

test('F11: the intent leads to the portal and to nothing else', async () => {
  const { store, calls, wentTo } = openPage(() => Response.json({ url: 'https://pay.example/portal' }))
  const opened = store.start('card')
  expect(store.get()).toEqual({ redirecting: 'card', error: null })
  await opened
  expect(calls).toEqual([['/api/stripe/portal', { method: 'POST', body: {} }]])
  expect(wentTo).toEqual(['https://pay.example/portal'])
  expect(store.get().redirecting).toBe('card')
})

test('one intent at a time', async () => {
  const { store, calls } = openPage(() => Response.json({ url: 'https://pay.example/portal' }))
  await Promise.all([store.start('manage'), store.start('card')])
  await store.start('manage')
  expect(calls).toHaveLength(1)
})

test.each([
  [
    'refused',
    () => Response.json({ error: 'Back soon.' }, { status: 502 }),
    'Back soon.',
    { refusedWith: 502 },
  ],
  ['without an address', () => Response.json({}), 'We couldn’t open the billing page. Please try again.'],
  ['not JSON', () => new Response('fine'), 'We couldn’t open the billing page. Please try again.'],
  ['out of reach', undefined, 'We couldn’t reach the server. Check your connection and try again.'],
])('%s: it says so and is idle again', async (_, answer, error, status?: { refusedWith: number }) => {
  const { store, wentTo } = openPage(answer)
  await store.start('manage')
  expect(store.get()).toEqual({ redirecting: null, error, ...status })
  expect(wentTo).toEqual([])
  store.dismissError()
  expect(store.get()).toEqual(idle)
})

test('F25: after Back it is idle again', async () => {
  const { store } = openPage(() => Response.json({ url: 'https://pay.example/portal' }))
  await store.start('manage')
  store.reset()
  expect(store.get()).toEqual(idle)
})
