import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { startPostgresCluster } from './postgres-cluster.ts'

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

it('gives databases of their own and is gone after its stop', async () => {
  const cluster = await startPostgresCluster()
  const [one, two] = await Promise.all([cluster.createDatabase(), cluster.createDatabase()])
  expect(one).not.toBe(two)
  const client = await connect(one)
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await cluster.stop()
  await cluster.stop()
  await expect(connect(cluster.url)).rejects.toThrow('ECONNREFUSED')
  expect(fs.existsSync(rows[0]?.data_directory ?? '/')).toBe(false)
})

it('is gone at once when it is killed, and where it is durable has all that was committed when it is back', async () => {
  const cluster = await startPostgresCluster({ durable: true })
  try {
    const client = await connect(cluster.url)
    await client.query('create table kept (n int)')
    for (let n = 0; n < 100; n += 1) await client.query('insert into kept values ($1)', [n])
    await cluster.kill()
    await expect(client.query('select 1')).rejects.toThrow()
    await expect(connect(cluster.url)).rejects.toThrow('ECONNREFUSED')
    await cluster.restart()
    const again = await connect(cluster.url)
    expect((await again.query('select count(*)::int as rows from kept')).rows).toEqual([{ rows: 100 }])
    await again.end()
  } finally {
    await cluster.stop()
  }
})

it('leaves no server and no folder when the test run is killed', async () => {
  const script = `
    import { startPostgresCluster } from ${JSON.stringify(new URL('./postgres-cluster.ts', import.meta.url).href)}
    console.log((await startPostgresCluster()).url)
    setInterval(() => {}, 1000)`
  const run = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script])
  const [line] = (await once(run.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  const client = await connect(url)
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  run.kill('SIGKILL')
  await vi.waitFor(() => expect(fs.existsSync(rows[0]?.data_directory ?? '/')).toBe(false), {
    timeout: 120_000,
  })
  await expect(connect(url)).rejects.toThrow('ECONNREFUSED')
})
