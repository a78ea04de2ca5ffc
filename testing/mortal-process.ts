import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const startLimitMs = 60_000
const stopLimitMs = 15_000
const pollMs = 25

export interface ProcessOrders {
  /** Below the project's folder, built. */
  script: string
  env: Record<string, string>
  /** Answered as soon as it is ready, with whatever status. */
  readyUrl: string
}

/** A built program as operators run it, which inherits none of our environment. */
export async function startMortalProcess({ script, env, readyUrl }: ProcessOrders) {
  if (!fs.existsSync(`${root}${script}`))
    throw new Error(`${script} is missing: run \`npm run build\` first.`)
  const child = spawn(process.execPath, [script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-20_000)
    })
  }
  const closed = once(child, 'close')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null

  const deadline = Date.now() + startLimitMs
  while (!(await answers(readyUrl))) {
    if (hasEnded() || Date.now() > deadline) {
      child.kill('SIGKILL')
      await closed
      throw new Error(`${script} did not start:\n${printed}`)
    }
    await sleep(pollMs)
  }

  return {
    hasEnded,
    /** The end of what it printed. */
    printed: () => printed,
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
    /** Answers how long it took. */
    async stop(): Promise<number> {
      const askedAt = Date.now()
      child.kill('SIGTERM')
      const cut = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
      await closed
      clearTimeout(cut)
      return Date.now() - askedAt
    },
    /** What it holds of the machine; on Linux only. */
    footprint() {
      const status = fs.readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return {
        descriptors: fs.readdirSync(`/proc/${child.pid}/fd`).length,
        residentMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024),
      }
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return true
  } catch {
    return false
  }
}
