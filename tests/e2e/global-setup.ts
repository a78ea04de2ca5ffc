import { createMigratedTemplate } from '../support/database/create-postgres-database.ts'
import { startPostgresCluster } from '../support/database/postgres-cluster.ts'
import { checkServerLogs, forgetServerLogs } from './check-server-logs.ts'

/** One PostgreSQL for the run; each worker makes a database of its own in it. At the end the servers' logs are looked through. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export.
export default async function startDatabase(): Promise<() => Promise<void>> {
  forgetServerLogs()
  const cluster = await startPostgresCluster()
  await createMigratedTemplate(cluster.url)
  // The workers are started later and inherit it.
  process.env.E2E_POSTGRES_URL = cluster.url
  return async () => {
    await cluster.stop()
    checkServerLogs()
  }
}
