import { reconcile } from '../server/billing/reconcile.ts'
import { readEnvironment } from '../server/env.ts'
import { openBilling } from './open-billing.ts'
import { runCommand } from './run-command.ts'

// Compares every customer with Stripe and prints where we differ; --fix puts it right.
await runCommand(async () => {
  const fix = process.argv.includes('--fix')
  const billing = await openBilling(readEnvironment())
  try {
    const drifts = await reconcile(billing, { fix, onProgress: showProgress })
    for (const { customerId, ours, theirs } of drifts) {
      console.log(
        `${customerId}: we have ${ours || 'nothing'}, Stripe has ${theirs || 'nothing'}${fix ? ' (put right)' : ''}`,
      )
    }
    console.log(drifts.length === 0 ? 'No drift.' : `${drifts.length} drifted.`)
    process.exitCode = drifts.length > 0 && !fix ? 1 : 0
  } finally {
    await billing.close()
  }
})

function showProgress(done: number, all: number) {
  if (!process.stderr.isTTY) return
  const filled = Math.round((30 * done) / all)
  process.stderr.write(
    `\r[${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] ${done}/${all}${done === all ? '\n' : ''}`,
  )
}
