import path from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { startPostgresCluster } from '../../tests/support/database/postgres-cluster.ts'
import { mountSmallDisk } from '../../tests/support/database/small-disk.ts'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

const disk = mountSmallDisk(160)
const waiting = { timeout: 120_000, interval: 500 }

// Skipped where nobody may mount a file system, which is where the tests do not run as root.
describe.skipIf(!disk)('the built server on a disk that fills up', () => {
  if (!disk) return
  afterAll(() => disk.unmount())

  test('F62: /readyz is 503 while the disk of the embedded database is full, and 200 again without a restart', async () => {
    const server = await startBuiltServer({
      port: await findFreePort(),
      postgresUrl: inject('postgresUrl'),
      env: { DATABASE_URL: 'embedded', DATA_DIR: path.join(disk.folder, 'data') },
    })
    try {
      await fillAndFree(disk, server)
    } finally {
      await server.stop()
    }
  })

  test('F62: /readyz is 503 while the disk of PostgreSQL is full, and 200 again without a restart of either', async () => {
    const pgDisk = mountSmallDisk(160)
    if (!pgDisk) throw new Error('A second disk could not be mounted.')
    const cluster = await startPostgresCluster({ folder: pgDisk.folder })
    try {
      const server = await startBuiltServer({
        port: await findFreePort(),
        postgresUrl: cluster.url,
        env: { DATABASE_URL: await cluster.createDatabase() },
      })
      try {
        await fillAndFree(pgDisk, server)
      } finally {
        await server.stop()
      }
    } finally {
      await cluster.stop()
      pgDisk.unmount()
    }
  })
})

type Disk = NonNullable<ReturnType<typeof mountSmallDisk>>

async function fillAndFree(disk: Disk, server: Awaited<ReturnType<typeof startBuiltServer>>) {
  const ready = async () => {
    const response = await fetch(`${server.url}/readyz`)
    return [response.status, await response.text()]
  }
  await expect.poll(ready, waiting).toEqual([200, expect.stringMatching(/^ready/)])
  disk.fill()
  await expect.poll(ready, waiting).toEqual([503, expect.stringMatching(/takes no writes; is its disk full/)])
  expect((await fetch(`${server.url}/pricing`)).status).toBe(200)
  disk.free()
  await expect.poll(ready, waiting).toEqual([200, expect.stringMatching(/^ready/)])
  expect(server.hasEnded()).toBe(false)
}
