import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmulator } from '@fairseat/stripe-emulator/testing'
import { sql } from 'drizzle-orm'
import { webhookPath } from '../core/billing/contract.ts'
import { setUpStripe, usedEvents } from '../server/billing/stripe/account.ts'
import { openDatabase } from '../server/db/open-database.ts'
import { loadCatalogue } from '../server/plans/load-catalogue.ts'
import { forkVisitors } from './forked-visitors.ts'
import { secrets, startOurServer } from './our-server.ts'
import { buyerRows } from './seed-members.ts'

export const range = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index)

export type LaunchShop = Awaited<ReturnType<typeof openLaunchShop>>

/** Our server with the emulator, and people with a session in processes of their own. Without an address the database is the embedded one. */
export async function openLaunchShop(people: number, databaseUrl?: string, inserts: string[] = []) {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairseat-launch-'))
  const database = await openDatabase({ databaseUrl, dataDir, embeddedAllowed: true })
  for (const insert of [...buyerRows(people), ...inserts]) await database.db.execute(sql.raw(insert))
  await database.close()
  const emulator = await openEmulator()
  await setUpStripe(emulator.stripe, loadCatalogue('pricing.config.json'))
  const server = await startOurServer({
    DATABASE_URL: databaseUrl ?? 'embedded',
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: 'sk_test_kit',
    STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
    STRIPE_API_URL: emulator.url,
    URGENCY_SOURCE: 'live',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
  })
  await emulator.control('/webhook-endpoint', {
    url: `${server.url}${webhookPath}`,
    secret: secrets.STRIPE_WEBHOOK_SECRET,
    enabledEvents: usedEvents,
  })
  const [buyers, readers] = await Promise.all([
    forkVisitors(server.url, { yields: true }),
    forkVisitors(server.url),
  ])
  return {
    server,
    emulator,
    buyers,
    readers,
    /** Of the open offer, as everybody can read them. */
    async seats(): Promise<{ cap: number; remaining: number }> {
      return (await fetch(`${server.url}/api/urgency`)).json()
    },
    async stop(): Promise<void> {
      await Promise.all([buyers.stop(), readers.stop()])
      await server.stop()
      await emulator.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
