import { startChildProcess } from '../tests/support/processes/child-process.ts'
import { findFreePort } from '../tests/support/processes/free-port.ts'

const pollMs = 5

export interface MeasuredProcess {
  url: string
  /** From the start of the process to its first 200. */
  startMs: number
  /** Resident memory of the process alone. */
  memoryMb(): number
  /** Processor time used so far. */
  cpuMs(): number
  stop(): Promise<unknown>
}

interface ProcessOptions {
  script: string
  env?: Record<string, string>
  args?: string[]
  nodeArgs?: string[]
  /** Requested until the status is 200. */
  path?: string
}

/** PORT says where it is to listen. */
export async function startProcess({
  env,
  path = '/',
  nodeArgs = [],
  ...options
}: ProcessOptions): Promise<MeasuredProcess> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = await startChildProcess({
    ...options,
    nodeArgs,
    env: { PORT: String(port), BACKEND_URL: url, ...env },
    readyUrl: url + path,
    readyStatus: 200,
    printsPort: false,
    pollMs,
  })
  const startMs = performance.now() - startedAt
  const { footprint, stop } = child
  return { url, startMs, memoryMb: () => footprint().residentMb, cpuMs: () => footprint().cpuMs, stop }
}
