import { moveDatabase } from '../../../server/db/move-database.ts'

// A process of its own that moves a database and ends itself at one point of it, as a power failure would.

const { from, to, at } = JSON.parse(process.argv[2] ?? '') as {
  from: string
  to: string
  at: { step: string; table: string }
}

await moveDatabase({
  from,
  to,
  onProgress: ({ step, table }) => {
    if (step === at.step && table === at.table) process.kill(process.pid, 'SIGKILL')
  },
})
