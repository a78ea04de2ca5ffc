import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresCluster } from '../tests/support/database/postgres-cluster.ts'
import { folders, servers } from './build-references.ts'
import { startProcess } from './measured-process.ts'
import { median } from './median.ts'
import { startOurServer } from './our-server.ts'
import { type Row, rowOf } from './row.ts'

const rounds = 3

const targets: Record<string, { atMost: number }> = {
  'PostgreSQL, first start': { atMost: 600 },
  'PostgreSQL, later start': { atMost: 600 },
  'embedded, first start': { atMost: 3_000 },
}
const memoryAtMostMb = 100
/** After this long it has done what it does once, and V8 has given back what the start needed, as it does when nothing happens for some 20 seconds. */
const idleMs = 30_000

/** From the start of the process to the first page, the emulator's start included; then the memory of the server when idle. */
export async function measureStart(cluster: PostgresCluster): Promise<Row[]> {
  const times = {
    reference: [] as number[],
    'PostgreSQL, first start': [] as number[],
    'PostgreSQL, later start': [] as number[],
    'embedded, first start': [] as number[],
    'embedded, later start': [] as number[],
  }
  const memory = { ours: [] as number[], reference: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'fairseat-bench-'))
    try {
      const postgres = { DATABASE_URL: await cluster.createDatabase(), DATA_DIR: join(folder, 'a') }
      const embedded = { DATABASE_URL: 'embedded', DATA_DIR: join(folder, 'b') }
      const plain = await startProcess({ script: servers.folder, args: [folders.same] })
      memory.reference.push(plain.memoryMb())
      await plain.stop()
      times.reference.push(plain.startMs)
      times['PostgreSQL, first start'].push(await startAndStop(postgres))
      times['PostgreSQL, later start'].push(await startAndStop(postgres))
      times['embedded, first start'].push(await startAndStop(embedded))
      times['embedded, later start'].push(await startAndStop(embedded))
      memory.ours.push(await idleMemory(postgres))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const { reference, ...ours } = times
  const starts = Object.entries(ours).map(([name, values]) =>
    rowOf({
      part: 'start',
      name,
      unit: 'ms',
      ours: median(values),
      reference: { name: 'node:http', value: median(reference) },
      ...(targets[name] && { target: targets[name] }),
    }),
  )
  const idle = rowOf({
    part: 'start',
    name: 'PostgreSQL, idle memory',
    unit: 'MB',
    ours: median(memory.ours),
    reference: { name: 'node:http', value: median(memory.reference) },
    target: { atMost: memoryAtMostMb },
  })
  return [...starts, idle]
}

async function idleMemory(env: Record<string, string>): Promise<number> {
  const server = await startOurServer(env)
  await sleep(idleMs)
  const used = server.memoryMb()
  await server.stop()
  return used
}

async function startAndStop(env: Record<string, string>): Promise<number> {
  const server = await startOurServer(env)
  await server.stop()
  return server.startMs
}
