import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresCluster } from '../tests/support/database/postgres-cluster.ts'
import { buildReactPage, buildServers, writeStaticPages } from './build-references.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureIntegration } from './measure-integration.ts'
import { measureLaunch } from './measure-launch.ts'
import { measurePage } from './measure-page.ts'
import { measureSeatLog } from './measure-seat-log.ts'
import { measureServer } from './measure-server.ts'
import { measureStart } from './measure-start.ts'
import { readOurPage } from './our-page.ts'
import { printTable } from './print-table.ts'
import { type Part, parts, type Row } from './row.ts'
import { writeResults } from './write-results.ts'

// Measures Fairseat beside references, in turns: `npm run bench`, or one part with `-- --only=page|server|growth|start|launch|integration|seat-log`.
// `--rows=1000000` grows the database less far, where ten million rows take too long.

const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = option('only')
const buyers = Number(option('buyers') ?? 1_000)
const rowsAtMost = Number(option('rows') ?? 10_000_000)
if (only && !parts.includes(only as Part)) {
  console.error(`--only takes one of: ${parts.join(', ')}`)
  process.exit(1)
}
const wanted = (part: Part) => !only || part === only

const page = readOurPage()
writeStaticPages(page)
const reactScripts = await buildReactPage(page)
await buildServers()

const rows: Row[] = []
const dataDir = mkdtempSync(join(tmpdir(), 'fairseat-bench-'))
const cluster = await startPostgresCluster()
try {
  const measures: Record<Part, () => Promise<Row[]>> = {
    page: () => measurePage(cluster, page, reactScripts, join(dataDir, 'page')),
    server: () => measureServer(cluster, page),
    growth: () => measureGrowth(cluster, rowsAtMost),
    start: () => measureStart(cluster),
    launch: () => measureLaunch(cluster, buyers),
    integration: () => measureIntegration(cluster),
    'seat-log': () => measureSeatLog(cluster),
  }
  for (const part of parts.filter(wanted)) {
    console.log(`Measuring: ${part}…`)
    rows.push(...(await measures[part]()))
  }
} finally {
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

printTable(rows)
writeResults(rows)
