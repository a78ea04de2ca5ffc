import { expect, test } from 'vitest'
import { apiOrigin } from './api-client.ts'

test.each([
  ['https://api.shop.example', 'https://shop.example/pricing', 'https://api.shop.example'],
  ['https://shop.example/', 'https://shop.example/pricing', 'https://shop.example'],
  ['http://127.0.0.1:3000', 'http://localhost:3000/pricing', 'http://localhost:3000'],
  ['http://localhost:3000', 'http://[::1]:3000/pricing', 'http://[::1]:3000'],
  ['http://127.0.0.1:3001', 'http://localhost:3000/pricing', 'http://127.0.0.1:3001'],
])('with the backend at %s, a page at %s asks %s', (backendUrl, pageUrl, origin) => {
  expect(apiOrigin(backendUrl, pageUrl)).toBe(origin)
})
