import { refundSurplus } from './refund-surplus.ts'
import { type RefundParts, refundTurnedAway } from './refund-turned-away.ts'
import { type CancellationParts, runCancellations } from './run-cancellations.ts'
import { endGrace } from './store.ts'
import { sweepHolds } from './sweep-holds.ts'

export interface UpkeepParts extends CancellationParts, RefundParts {}

/** What has to happen though nobody calls: safe to run any number of times and in every process. */
export async function billingUpkeep(parts: UpkeepParts): Promise<void> {
  await endGrace(parts.db, parts.now())
  await runCancellations(parts)
  await sweepHolds(parts)
  await refundTurnedAway(parts)
  await refundSurplus(parts)
}
