import { type CancellationParts, runCancellations } from './run-cancellations.ts'
import { endGrace } from './store.ts'

/** What has to happen though nobody calls: safe to run any number of times and in every process. */
export async function billingUpkeep(parts: CancellationParts): Promise<void> {
  await endGrace(parts.db)
  await runCancellations(parts)
}
