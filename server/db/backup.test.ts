import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, inject, test } from 'vitest'
import { createTestApp } from '../../tests/support/app/test-app.ts'
import { type BillingKit, sessionIn, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { createPostgresDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { copyEmbeddedDataFolder, emptyDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { findPostgresBinary } from '../../tests/support/processes/find-postgres-binary.ts'
import { reconcile } from '../billing/reconcile.ts'
import { createSeatReservations } from '../seats/seat-reservations.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { purchases, users } from './schema.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function open(options: { databaseUrl?: string; dataDir?: string }): Promise<Database> {
  const database = await openDatabase({ dataDir: 'unused', embeddedAllowed: true, ...options })
  closing.push(database.close)
  return database
}

/** Somebody bought before the backup; somebody else has the page open and pays after it. */
async function startShop(db: Database['db']) {
  const kit = await startBillingKit(db)
  closing.push(kit.stop)
  const [early, late] = [await kit.signIn(), await kit.signIn()]
  await early.buy('lifetime')
  const { url } = await (await late.checkout('lifetime')).json()
  await kit.deliver()
  return { kit, early, late, payLater: () => kit.emulator.pay(sessionIn(url)) }
}

type TestBuyer = Awaited<ReturnType<BillingKit['signIn']>>

/** The restored database behind a server of its own, asked with the cookies of before. */
async function expectEverythingBack(db: Database['db'], kit: BillingKit, [early, late]: TestBuyer[]) {
  const app = createTestApp(db, {}, {}, kit.payments)
  const planOf = async (buyer: TestBuyer | undefined) => {
    const cookie = [...(buyer?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.request('http://localhost/api/subscription', { headers: { cookie } })
    return (await response.json()).plan
  }
  expect(await db.select().from(users)).toHaveLength(2)
  expect([await planOf(early), await planOf(late)]).toEqual(['lifetime', 'free'])
  const now = () => new Date()
  const deps = { db, payments: kit.payments, seats: createSeatReservations(null, now), graceDays: 7, now }
  expect((await reconcile(deps, { fix: true, onProgress: () => {} })).drifts).toHaveLength(1)
  expect([await planOf(early), await planOf(late)]).toEqual(['lifetime', 'lifetime'])
  expect(await db.select().from(purchases)).toHaveLength(2)
}

test('a dump of PostgreSQL, taken while it runs, is restored, and reconciling brings what happened since', async () => {
  const databaseUrl = await createPostgresDatabase(inject('postgresUrl'))
  const { kit, early, late, payLater } = await startShop((await open({ databaseUrl })).db)
  const dump = `${emptyDataFolder()}.dump`
  execFileSync(findPostgresBinary('pg_dump'), ['--format=custom', `--file=${dump}`, databaseUrl])
  await payLater()

  const restoredUrl = await createPostgresDatabase(inject('postgresUrl'))
  const restore = ['--no-owner', '--exit-on-error', `--dbname=${restoredUrl}`, dump]
  execFileSync(findPostgresBinary('pg_restore'), restore)
  const restored = await open({ databaseUrl: restoredUrl })
  await expectEverythingBack(restored.db, kit, [early, late])
})

/** What the runbook says to type, with the embedded database: a backup, and its restore. */
function embeddedCommands(): string[] {
  const [, section = ''] = fs.readFileSync('docs/runbooks/backup.md', 'utf8').split('## Embedded')
  const [untilNext = ''] = section.split('\n## ')
  return [...untilNext.matchAll(/```sh\n(.+?)```/gs)].map(([, command = '']) => command)
}

test('copies of the stopped embedded database lie beside each other, the newest is restored, and reconciling brings what happened since', async () => {
  const dataDir = await copyEmbeddedDataFolder()
  const folder = emptyDataFolder()
  fs.mkdirSync(folder)
  const [backUp = '', restore = ''] = embeddedCommands()
  const type = (command: string) =>
    execFileSync('sh', ['-ec', command], { cwd: folder, env: { ...process.env, DATA_DIR: dataDir } })
  type(backUp)
  await setTimeout(1_000)

  const before = await open({ dataDir })
  const { kit, early, late, payLater } = await startShop(before.db)
  await before.close()
  type(backUp)
  expect(fs.readdirSync(path.join(folder, 'backup'))).toHaveLength(2)
  await payLater()
  fs.writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), 'damaged')

  type(restore)
  const restored = await open({ dataDir })
  await expectEverythingBack(restored.db, kit, [early, late])
})
