import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../tests/support/processes/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const startLimitMs = 60_000
const stopLimitMs = 10_000
const pollEveryMs = 5
/** What Linux counts processor time in, whatever the kernel was built with. */
const ticksPerSecond = 100

export interface MeasuredProcess {
  url: string
  /** From the start of the process to its first 200. */
  startMs: number
  /** Resident memory of the process alone. */
  memoryMb(): number
  /** Processor time used so far. */
  cpuMs(): number
  stop(): Promise<void>
}

interface ProcessOptions {
  script: string
  env?: Record<string, string>
  args?: string[]
  nodeArgs?: string[]
  /** Requested until the status is 200. */
  path?: string
}

/** A server as operators run it: built, in a process of its own, with nothing of our environment. PORT says where. */
export async function startProcess(options: ProcessOptions): Promise<MeasuredProcess> {
  const { script, env = {}, args = [], nodeArgs = [], path = '/' } = options
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...nodeArgs, script, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), BACKEND_URL: url, ...env },
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const closed = once(child, 'close')
  const pid = child.pid ?? 0

  async function stop() {
    child.kill('SIGTERM')
    const hasStopped = await Promise.race([
      closed.then(() => true),
      sleep(stopLimitMs, false, { ref: false }),
    ])
    if (!hasStopped) child.kill('SIGKILL')
    await closed
  }

  while (!(await responds(url + path))) {
    if (child.exitCode !== null || performance.now() - startedAt > startLimitMs) {
      await stop()
      throw new Error(`${script} did not answer:\n${complaints}`)
    }
    await sleep(pollEveryMs)
  }
  const startMs = performance.now() - startedAt
  return { url, startMs, memoryMb: () => memoryOf(pid), cpuMs: () => cpuOf(pid), stop }
}

async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function cpuOf(pid: number): number {
  // The name in parentheses may hold spaces; the fields after it do not.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}
