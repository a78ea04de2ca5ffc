import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { drawPlot } from './draw-plot.ts'
import { parts, type Row } from './row.ts'

const resultsFile = 'bench/results/latest.json'
const plotFile = 'docs/performance.svg'

/** A run of one part leaves the last figures of the others as they are. */
export function writeResults(measured: readonly Row[]): void {
  const rows = parts.flatMap((part) => {
    const fresh = measured.filter((row) => row.part === part)
    return fresh.length > 0 ? fresh : readRows().filter((row) => row.part === part)
  })
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(resultsFile, `${JSON.stringify({ machine, rows }, null, 2)}\n`)
  writeFileSync(plotFile, drawPlot(rows))
}

function readRows(): Row[] {
  try {
    return JSON.parse(readFileSync(resultsFile, 'utf8')).rows
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
