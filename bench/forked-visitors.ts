import { fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import type { PaidPlanId } from '../core/plans/plan.ts'
import type { Report, Result, Task } from './launch-visitors.ts'
import { secrets } from './our-server.ts'

const script = fileURLToPath(new URL('launch-visitors.ts', import.meta.url))

interface Options {
  /** Their work would be done by other machines: it yields to what is measured. */
  yields?: boolean
}

/** A process that buys or reads; one thing at a time. */
export async function forkVisitors(serverUrl: string, { yields = false }: Options = {}) {
  const child = fork(script, [serverUrl, secrets.AUTH_SECRET])
  if (yields && child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  let hear: (report: Report) => void = () => {}
  let fail: (error: Error) => void = () => {}
  child.on('message', (report: Report) => hear(report))
  child.on('exit', () => fail(new Error('The visitors ended before they had reported.')))
  const nextReport = <Of extends Report['of']>(of: Of) =>
    new Promise<Extract<Report, { of: Of }>>((resolve, reject) => {
      fail = reject
      hear = (report) => {
        if (report.of === of) resolve(report as Extract<Report, { of: Of }>)
      }
    })
  const send = (task: Task) => child.send(task)
  await nextReport('ready')

  return {
    async openPage(buyers: number[], spreadMs: number): Promise<void> {
      const reported = nextReport('open-page')
      send({ do: 'open-page', buyers, spreadMs })
      await reported
    },
    async click(buyers: number[], spreadMs: number, plan: PaidPlanId = 'lifetime'): Promise<Result[]> {
      const reported = nextReport('click')
      send({ do: 'click', buyers, spreadMs, plan })
      return (await reported).responses
    },
    /** Reads until `work` is done; the times of all readings. */
    async readDuring(readers: number[], work: () => Promise<unknown>): Promise<number[]> {
      const reported = nextReport('read')
      send({ do: 'read', readers })
      await work().finally(() => send({ do: 'stop-reading' }))
      const { times, failed } = await reported
      if (failed > 0) throw new Error(`${failed} readings failed.`)
      return times
    },
    async stop(): Promise<void> {
      fail = () => {}
      const exited = once(child, 'exit')
      child.disconnect()
      child.kill()
      await exited
    },
  }
}
