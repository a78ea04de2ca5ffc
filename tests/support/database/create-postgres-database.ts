import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migratePostgres } from '../../../server/db/migrate.ts'
import { MissingToolError } from '../processes/missing-tool.ts'

const migratedTemplate = 'test_template'

/** Creates an empty database of its own in the cluster and returns its URL. */
export function createPostgresDatabase(clusterUrl: string): Promise<string> {
  return create(clusterUrl, newName())
}

/** Creates a migrated database of its own: a copy of the template, which `createMigratedTemplate` has made. */
export function createMigratedDatabase(clusterUrl: string): Promise<string> {
  return create(clusterUrl, `${newName()} template ${migratedTemplate}`)
}

/** Once per cluster, before tests begin: the migrations then run once instead of once per database. */
export async function createMigratedTemplate(clusterUrl: string): Promise<void> {
  await migratePostgres(await create(clusterUrl, migratedTemplate))
}

const newName = () => `test_${randomUUID().replaceAll('-', '')}`

async function create(clusterUrl: string, definition: string): Promise<string> {
  if (clusterUrl === '') throw new MissingToolError('PostgreSQL is missing.')
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(`create database ${definition}`)
  } finally {
    await client.end()
  }
  const url = new URL(clusterUrl)
  url.pathname = definition.split(' ')[0] ?? definition
  return url.href
}
