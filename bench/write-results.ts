import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { drawPlot } from './draw-plot.ts'
import { type Part, parts, type Row } from './row.ts'

const resultsFile = 'bench/results/latest.json'
const plotFile = 'docs/performance.svg'

interface Results {
  /** On which each part was measured: a run of one part may be on another than the last of all. */
  machines: Partial<Record<Part, string>>
  rows: Row[]
}

export function writeResults(measured: readonly Row[]): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`
  const results = mergeResults(readResults(), measured, machine)
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(plotFile, drawPlot(results.rows))
}

/** A run of one part leaves the last figures of the others as they are. */
export function mergeResults(last: Results, measured: readonly Row[], machine: string): Results {
  const fresh = new Set(measured.map(({ part }) => part))
  return {
    machines: { ...last.machines, ...Object.fromEntries([...fresh].map((part) => [part, machine])) },
    rows: parts.flatMap((part) =>
      (fresh.has(part) ? measured : last.rows).filter((row) => row.part === part),
    ),
  }
}

function readResults(): Results {
  try {
    return JSON.parse(readFileSync(resultsFile, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { machines: {}, rows: [] }
    throw error
  }
}
