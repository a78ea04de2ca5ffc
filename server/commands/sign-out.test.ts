import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createMigratedDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { captureOutput } from '../../tests/support/processes/capture-output.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { oauthRefreshTokens, sessions, signInLinks, users } from '../db/schema.ts'
import { listOperations } from '../operations/audit-log-store.ts'
import { signOutCustomers } from './sign-out.ts'

const people = ['ann', 'ben'].map((id) => ({ id, name: '', email: `${id}@example.com`, emailVerified: true }))
const expiresAt = new Date(Date.now() + 3_600_000)
let database: Database
beforeAll(async () => {
  const databaseUrl = await createMigratedDatabase(inject('postgresUrl'))
  database = await openDatabase({ databaseUrl, dataDir: '', embeddedAllowed: false })
  vi.stubEnv('DATABASE_URL', databaseUrl)
  vi.stubEnv('BACKEND_URL', 'http://127.0.0.1:3000')
  for (const name of ['PUBLIC_KEY', 'AUTH_SECRET']) vi.stubEnv(name, randomBytes(32).toString('base64'))
  await database.db.insert(users).values(people)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.close()
})

async function signIn(userId: string) {
  const { db } = database
  const token = { id: userId, token: userId, userId, expiresAt }
  await db.insert(sessions).values({ ...token, strength: 'code' })
  await db.insert(signInLinks).values({ tokenHash: userId, userId, next: '/', expiresAt })
  const granted = { clientId: 'pagelet', sessionId: userId, scopes: ['openid'] }
  await db.insert(oauthRefreshTokens).values({ ...token, ...granted })
}

/** The users with a session, those with a link, and those with a product's token. */
const signedIn = () =>
  Promise.all(
    [sessions, signInLinks, oauthRefreshTokens].map(async (table) =>
      (await database.db.select({ userId: table.userId }).from(table).orderBy(table.userId)).map(
        ({ userId }) => userId,
      ),
    ),
  )

test('F96 sign-out ends the sessions, links and tokens of one customer, or of everybody', async () => {
  await signIn('ann')
  await signIn('ben')
  for (const wrong of [[], ['--everybody'], ['ann', 'ben'], ['nobody@example.com']])
    await expect(signOutCustomers(wrong)).rejects.toThrow(/^(Use `sign-out|No customer has)/)
  expect(await signedIn()).toEqual([0, 1, 2].map(() => ['ann', 'ben']))
  expect((await captureOutput(() => signOutCustomers([' Ann@Example.com']))).printed).toMatch(/^1 session /)
  expect(await signedIn()).toEqual([0, 1, 2].map(() => ['ben']))
  await signIn('ann')
  expect((await captureOutput(() => signOutCustomers(['ann']))).printed).toMatch(/^1 session /)
  await signIn('ann')
  expect((await captureOutput(() => signOutCustomers(['--all']))).printed).toMatch(/^2 sessions/)
  expect(await signedIn()).toEqual([[], [], []])
  const recorded = await listOperations(database.db, { limit: 10 })
  expect(recorded.map(({ operation, userId, result }) => [operation, userId, result])).toEqual([
    ['sessions.end', null, '2 sessions ended'],
    ['sessions.end', 'ann', '1 session ended'],
    ['sessions.end', 'ann', '1 session ended'],
  ])
})
