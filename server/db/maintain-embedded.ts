import type { PGlite } from '@electric-sql/pglite'

/** Without a checkpoint the write-ahead log grows without end, and with it the restart after a crash. */
const checkpointEveryMs = 5 * 60_000
const checkpointsPerVacuum = 12

/** The embedded database has no background workers: this does their work, one step at a time. */
export function maintainEmbedded(client: Pick<PGlite, 'exec'>): { stop(): Promise<void> } {
  let rounds = 0
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer = schedule()

  function schedule(): NodeJS.Timeout {
    return setTimeout(() => {
      running = runRound()
    }, checkpointEveryMs).unref()
  }

  async function runRound(): Promise<void> {
    rounds += 1
    try {
      if (rounds % checkpointsPerVacuum === 0) await client.exec('VACUUM ANALYZE')
      await client.exec('CHECKPOINT')
    } catch (error) {
      // Nobody awaits this round; the next one tries again, and a full disk also fails the requests that write.
      process.emitWarning(`Maintenance of the embedded database failed: ${String(error)}`)
    }
    if (!stopped) timer = schedule()
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
