import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Compiling PGlite without V8's second, optimising pass saves a third of what a program costs that lives for seconds. */
export const shortLived = ['--liftoff-only']

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Only a process that hangs gets there: how fast the machine is must not matter. */
const startLimitMs = 180_000
const stopLimitMs = 120_000
const answerLimitMs = 20_000
const keptOutput = 200_000

export interface ProcessOrders {
  /** From the project's folder, built. */
  script: string
  env: Record<string, string>
  args?: string[]
  /** Those of a program that lives for seconds, unless given. */
  nodeArgs?: string[]
  /** Responds as soon as it is ready, with `readyStatus`, or with whatever status. */
  readyUrl: string
  readyStatus?: number
  /** False for a program that does not print its port. */
  printsPort?: boolean
  pollMs?: number
  /** Gets everything that is printed, as it comes. */
  onOutput?: (text: string) => void
}

/** A program as operators run it, which inherits none of our environment. */
export async function startChildProcess(orders: ProcessOrders) {
  const { script, env, args = [], nodeArgs = shortLived, readyUrl, printsPort = true, pollMs = 25 } = orders
  if (!fs.existsSync(path.resolve(root, script)))
    throw new Error(`${script} is missing: run \`npm run build\` first.`)
  const child = spawn(process.execPath, [...nodeArgs, script, ...args], {
    cwd: root,
    stdio: ['ignore', printsPort ? 'pipe' : 'ignore', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-keptOutput)
      orders.onOutput?.(text)
    })
  }
  // 'close' and not 'exit': only then has all of the output arrived.
  const closed = once(child, 'close')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null

  // Its own word first: a response alone could come from another process that took the port in between.
  const announced = printsPort ? `:${new URL(readyUrl).port}` : ''
  const deadline = Date.now() + startLimitMs
  while (!(printed.includes(announced) && (await responds(readyUrl, orders.readyStatus)))) {
    if (hasEnded() || Date.now() > deadline) {
      child.kill('SIGKILL')
      await closed
      throw new Error(`${script} did not start (${child.exitCode ?? child.signalCode}):\n${printed}`)
    }
    await sleep(pollMs)
  }

  return {
    hasEnded,
    /** The end of what it printed, stdout and stderr in the order of arrival. */
    printed: () => printed,
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
    /** Returns its exit code, which is null when it had to be killed. */
    async stop(): Promise<number | null> {
      child.kill('SIGTERM')
      const cut = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
      await closed
      clearTimeout(cut)
      return child.exitCode
    },
    /** It does nothing until `proceed`; the kernel goes on for it. */
    pause: () => child.kill('SIGSTOP'),
    proceed: () => child.kill('SIGCONT'),
    /** What it holds of the machine; on Linux only. */
    footprint() {
      const status = fs.readFileSync(`/proc/${child.pid}/status`, 'utf8')
      // Counted behind the name, which may hold spaces: user and system time in hundredths of a second (proc(5)).
      const fields = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return {
        descriptors: fs.readdirSync(`/proc/${child.pid}/fd`).length,
        residentMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024),
        cpuMs: 10 * (Number(fields[11]) + Number(fields[12])),
      }
    },
  }
}

async function responds(url: string, status?: number): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(answerLimitMs) })
    await response.body?.cancel()
    return status === undefined || response.status === status
  } catch {
    return false
  }
}
