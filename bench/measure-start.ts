import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresCluster } from '../testing/postgres-cluster.ts'
import { folders, servers } from './build-references.ts'
import { startProcess } from './measured-process.ts'
import { median } from './median.ts'
import { startOurServer } from './our-server.ts'
import { type Row, rowOf } from './row.ts'

const rounds = 3

/** From the start of the process to the first page, the sandbox's start included. */
export async function measureStart(cluster: PostgresCluster): Promise<Row[]> {
  const times = {
    reference: [] as number[],
    'PostgreSQL, first start': [] as number[],
    'PostgreSQL, later start': [] as number[],
    'embedded, first start': [] as number[],
    'embedded, later start': [] as number[],
  }
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'fairseat-bench-'))
    try {
      const postgres = { DATABASE_URL: await cluster.createDatabase(), DATA_DIR: join(folder, 'a') }
      const embedded = { DATABASE_URL: 'embedded', DATA_DIR: join(folder, 'b') }
      const plain = await startProcess({ script: servers.folder, args: [folders.same] })
      await plain.stop()
      times.reference.push(plain.startMs)
      times['PostgreSQL, first start'].push(await startAndStop(postgres))
      times['PostgreSQL, later start'].push(await startAndStop(postgres))
      times['embedded, first start'].push(await startAndStop(embedded))
      times['embedded, later start'].push(await startAndStop(embedded))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const { reference, ...ours } = times
  return Object.entries(ours).map(([name, values]) =>
    rowOf({
      part: 'start',
      name,
      unit: 'ms',
      ours: median(values),
      reference: { name: 'node:http', value: median(reference) },
    }),
  )
}

async function startAndStop(env: Record<string, string>): Promise<number> {
  const server = await startOurServer(env)
  await server.stop()
  return server.startMs
}
