import { fork } from 'node:child_process'
import { once } from 'node:events'
import { childFile } from '../processes/child-file.ts'
import type { Visit, VisitorOptions } from './visitor-child.ts'

export type { Visit }

/**
 * Requests pages until `stop`, in a process of its own: the attacker keeps the event loop of this one busy. It is there
 * when this resolves, with its first visit behind it: an attack that ends early was seen by somebody.
 */
export async function startVisitor(options: VisitorOptions) {
  const child = fork(childFile('visitor'), [JSON.stringify(options)])
  const ended = once(child, 'exit')
  const visits: Visit[] = []
  child.on('message', (visit: Visit) => visits.push(visit))
  await Promise.race([once(child, 'message'), ended])
  if (visits.length === 0) throw new Error(`The visitor ended before its first visit (${child.exitCode}).`)
  return {
    visits,
    async stop(): Promise<Visit[]> {
      child.send('stop')
      await ended
      return visits
    },
  }
}

export function waitingTimes(visits: readonly Visit[]) {
  const sorted = visits.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return { medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0, slowestMs: sorted.at(-1) ?? 0 }
}
