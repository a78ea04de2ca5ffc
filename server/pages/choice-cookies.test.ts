import { runInNewContext } from 'node:vm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { createTestApp, productionEnv, siteUrl } from '../../tests/support/app/test-app.ts'
import { yearlyCatalogue } from '../../tests/support/plans/commerce-config.ts'
import type { Drizzle } from '../db/database.ts'
import * as schema from '../db/schema.ts'

const noDatabase = drizzle.mock({ schema }) as unknown as Drizzle

/** The cookie that the script of the choices stores when a visitor chooses the year. */
async function cookieAfterChoice(env: Record<string, string>): Promise<string> {
  const app = createTestApp(noDatabase, env, yearlyCatalogue())
  const page = await (await app.request(`${env.BACKEND_URL ?? siteUrl}/pricing`)).text()
  const [, script = ''] = /<script>([^<]*addEventListener\("change"[^<]*)/.exec(page) ?? []
  const document = { cookie: '', documentElement: { dataset: {} } }
  const listeners: Record<string, (event: unknown) => void> = {}
  runInNewContext(script, {
    document,
    navigator: { language: 'en' },
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      listeners[name] = listener
    },
  })
  listeners.change?.({ target: { name: 'interval', value: 'yearly' } })
  return document.cookie
}

test('F96 on https the script writes its cookies with `Secure`', async () => {
  const cookie = 'interval=yearly;path=/;max-age=31536000;samesite=lax'
  expect(await cookieAfterChoice(productionEnv)).toBe(`${cookie};secure`)
  expect(await cookieAfterChoice({})).toBe(cookie)
})
