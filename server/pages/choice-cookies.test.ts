import { runInNewContext } from 'node:vm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { createTestApp } from '../../tests/support/app/test-app.ts'
import { yearlyCatalogue } from '../../tests/support/plans/commerce-config.ts'
import type { Drizzle } from '../db/database.ts'
import * as schema from '../db/schema.ts'

const noDatabase = drizzle.mock({ schema }) as unknown as Drizzle

/** The page's script of the choices, in a browser at this address in which the visitor then chooses. */
async function cookieAfterChoice(href: string): Promise<string> {
  const app = createTestApp(noDatabase, {}, yearlyCatalogue())
  const page = await (await app.request('http://localhost/pricing')).text()
  const script = page.match(/<script>[^<]*addEventListener\("change"[^<]*/)?.[0].replace('<script>', '')
  if (!script) throw new Error('The page has no script of choices.')
  const document = { cookie: '', documentElement: { dataset: {} } }
  const listeners: Record<string, (event: unknown) => void> = {}
  runInNewContext(script, {
    document,
    location: new URL(href),
    navigator: { language: 'en' },
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      listeners[name] = listener
    },
  })
  listeners.change?.({ target: { name: 'interval', value: 'yearly' } })
  return document.cookie
}

test('F96 on https the script writes its cookies with `Secure`', async () => {
  expect(await cookieAfterChoice('https://shop.test/pricing')).toBe(
    'interval=yearly;path=/;max-age=31536000;samesite=lax;secure',
  )
  expect(await cookieAfterChoice('http://localhost/pricing')).toBe(
    'interval=yearly;path=/;max-age=31536000;samesite=lax',
  )
})
