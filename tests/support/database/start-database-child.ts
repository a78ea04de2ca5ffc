import { spawn } from 'node:child_process'
import readline from 'node:readline'
import { childFile } from '../processes/child-file.ts'
import { shortLived } from '../processes/child-process.ts'

export type ChildOrders = {
  dataDir: string
  databaseUrl?: string
  /** Small transactions, one after the other. */
  writes?: boolean
  /** Large entries in the write-ahead log and nothing else. */
  fillsLog?: boolean
  waitsForGo?: boolean
  /** A new data folder is made by initdb, as without the image that the build leaves. */
  byInitdb?: boolean
}

export type ChildMessage =
  | { waiting: true }
  /** The ids of the rows found. */
  | { opened: string[] }
  /** The ids of two rows that one transaction wrote. */
  | { committed: string[] }
  | { refused: string }

export type DatabaseChild = {
  /** All that the child has said so far. */
  messages: ChildMessage[]
  /** With `waitsForGo`: the child is loaded and opens the database on `go()`. */
  waiting: Promise<true>
  go(): void
  /** The ids that the child found, as soon as the database is open; throws what the child was refused with. */
  opened: Promise<string[]>
  firstCommit: Promise<string[]>
  /** Resolves when the child has ended and all of its output has arrived. */
  ended: Promise<void>
  /** What it printed as errors; complete when it has ended. */
  complaints(): string
  /** SIGKILL: the child gets no chance to tidy up. */
  kill(): Promise<void>
  /** Lets the child close the database and end. */
  close(): Promise<void>
}

export function startDatabaseChild(orders: ChildOrders, owner?: { uid: number; gid: number }): DatabaseChild {
  const program = [...shortLived, childFile('database')]
  const child = spawn(process.execPath, [...program, JSON.stringify(orders)], {
    ...owner,
    stdio: 'pipe',
  })
  const messages: ChildMessage[] = []
  const lines = readline.createInterface({ input: child.stdout })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = Promise.all([
    new Promise((resolve) => lines.once('close', resolve)),
    new Promise((resolve) => child.stderr.once('close', resolve)),
  ]).then(() => {})
  lines.on('line', (line) => {
    // The last line of a killed child may be cut off in the middle.
    if (line.endsWith('}')) messages.push(JSON.parse(line) as ChildMessage)
  })

  const first = <Found>(pick: (message: ChildMessage) => Found | undefined): Promise<Found> => {
    const found = new Promise<Found>((resolve, reject) => {
      lines.on('line', () => {
        for (const message of messages.slice(-1)) {
          const picked = pick(message)
          if (picked !== undefined) resolve(picked)
          else if ('refused' in message) reject(new Error(message.refused))
        }
      })
      ended.then(() => reject(new Error(`The child ended before that. ${complaints}`)))
    })
    // A test that kills the child early does not await it.
    found.catch(() => {})
    return found
  }

  return {
    messages,
    waiting: first((message) => ('waiting' in message ? message.waiting : undefined)),
    go() {
      child.stdin.write('go')
    },
    opened: first((message) => ('opened' in message ? message.opened : undefined)),
    firstCommit: first((message) => ('committed' in message ? message.committed : undefined)),
    ended,
    complaints: () => complaints,
    kill() {
      child.kill('SIGKILL')
      return ended
    },
    close() {
      child.stdin.end()
      return ended
    },
  }
}
