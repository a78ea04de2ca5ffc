import { reconcile } from '../billing/reconcile.ts'
import { hasLiveCustomers } from '../billing/store.ts'
import { ConfigurationError } from '../configuration-error.ts'
import { readEnvironment } from '../env.ts'
import { type OperationEntry, recordOperation } from '../operations/audit-log-store.ts'
import { explain } from './explain-error.ts'
import { openBilling } from './open-billing.ts'

/** Compares every customer with Stripe and prints where we differ; --fix puts it right. */
export async function reconcileWithStripe(args: string[]): Promise<void> {
  const fix = args.includes('--fix')
  const billing = await openBilling(readEnvironment())
  try {
    if (fix && !billing.payments.livemode && (await hasLiveCustomers(billing.db)))
      throw new ConfigurationError(
        'STRIPE_SECRET_KEY is a test key, and this database has customers of a live one: by the test key they have nothing, and would lose their plans. Nothing was changed.',
      )
    const { drifts, failures, unknownCustomers } = await reconcile(billing, { fix, onProgress: showProgress })
    for (const { userId, ours, theirs } of drifts) {
      if (fix) await recordOperation(billing.db, correction(userId, ours, theirs))
      console.log(
        `${userId}: we have ${ours || 'nothing'}, Stripe has ${theirs || 'nothing'}${fix ? ' (put right)' : ''}`,
      )
    }
    for (const { userId, reason } of failures)
      console.error(`${userId}: could not be compared: ${explain(reason)}`)
    if (unknownCustomers.length > 0)
      console.log(
        `${unknownCustomers.length} customers at Stripe belong to accounts that are not in this database (${unknownCustomers.slice(0, 5).join(', ')}…). Were they made with another one?`,
      )
    console.log(drifts.length === 0 ? 'No drift.' : `${drifts.length} drifted.`)
    if (failures.length > 0) console.log(`${failures.length} could not be compared; run this again.`)
    process.exitCode = failures.length > 0 || (drifts.length > 0 && !fix) ? 1 : 0
  } finally {
    await billing.close()
  }
}

const correction = (userId: string, ours: string, theirs: string): OperationEntry => ({
  actor: 'operator',
  operation: 'plans.correct',
  userId,
  input: { ours, theirs },
  result: 'corrected',
})

function showProgress(done: number, all: number) {
  if (!process.stderr.isTTY) return
  const filled = Math.round((30 * done) / all)
  process.stderr.write(
    `\r[${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] ${done}/${all}${done === all ? '\n' : ''}`,
  )
}
