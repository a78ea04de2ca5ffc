import { afterEach, expect, test, vi } from 'vitest'
import { apiOrigin, createApiClient } from './api-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['https://api.shop.example', 'https://shop.example/pricing', 'https://api.shop.example'],
  ['https://shop.example/', 'https://shop.example/pricing', 'https://shop.example'],
  ['http://127.0.0.1:3000', 'http://localhost:3000/pricing', 'http://localhost:3000'],
  ['http://localhost:3000', 'http://[::1]:3000/pricing', 'http://[::1]:3000'],
  ['http://127.0.0.1:3001', 'http://localhost:3000/pricing', 'http://127.0.0.1:3001'],
])('with the backend at %s, a page at %s asks %s', (backendUrl, pageUrl, origin) => {
  expect(apiOrigin(backendUrl, pageUrl)).toBe(origin)
})

test('F104 logs a lost connection with its cause, and passes it on', async () => {
  const cause = new TypeError('Failed to fetch')
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('location', { href: 'https://shop.example/pricing' })
  vi.stubGlobal('fetch', () => Promise.reject(cause))
  const api = createApiClient({ backendUrl: 'https://shop.example', publicKey: 'pk_x' })
  await expect(api('/api/subscription')).rejects.toBe(cause)
  expect(log.mock.calls).toEqual([['No answer from /api/subscription:', cause]])
})
