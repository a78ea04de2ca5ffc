import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Creates an empty database of its own in the cluster and answers its URL. */
export async function createPostgresDatabase(clusterUrl: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(clusterUrl)
  url.pathname = name
  return url.href
}
