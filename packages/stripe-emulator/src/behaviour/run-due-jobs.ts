import type { Job } from '../store/tables.ts'
import {
  collectInvoice,
  endPeriod,
  endSubscription,
  expireIncomplete,
  retryInvoice,
} from './change-subscription.ts'
import { emit } from './emit-event.ts'
import { expireSession } from './expire-session.ts'
import { closeDispute, isOpen, openDispute, settleRefund } from './reverse-charge.ts'
import { settlePayment } from './settle-payment.ts'
import { mustGet, type Transactor, type Tx } from './tx.ts'

/**
 * Runs everything that has fallen due, oldest first, each in a transaction of its own and at its own moment: a month
 * in one leap gives the same history as a month of waiting, and a crash in between loses nothing.
 */
export function createDueJobs(transactor: Transactor): () => Promise<void> {
  let running: Promise<void> | undefined
  let earliest = nextJob(transactor)?.at
  transactor.store.onCommit('jobs', () => {
    earliest = nextJob(transactor)?.at
  })

  async function run() {
    for (;;) {
      const job = nextJob(transactor)
      if (!job || job.at > transactor.clock.now()) return
      await transactor.transact(
        (tx) => {
          tx.remove('jobs', job.id)
          runJob(tx, job)
        },
        { now: job.at },
      )
    }
  }

  return () => {
    if (running) return running
    if (earliest === undefined || earliest > transactor.clock.now()) return Promise.resolve()
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
}

function nextJob({ store }: Transactor): Job | undefined {
  let first: Job | undefined
  for (const job of store.all('jobs')) if (!first || job.at < first.at) first = job
  return first
}

function runJob(tx: Tx, { kind, target }: Job) {
  switch (kind) {
    case 'expire-session': {
      const session = mustGet(tx, 'sessions', target)
      if (session.status === 'open') expireSession(tx, session)
      return
    }
    case 'trial-will-end': {
      const subscription = mustGet(tx, 'subscriptions', target)
      if (subscription.status === 'trialing') emit(tx, 'customer.subscription.trial_will_end', subscription)
      return
    }
    case 'period-end':
      return endPeriod(tx, mustGet(tx, 'subscriptions', target))
    case 'cancel-subscription':
      return void endSubscription(tx, mustGet(tx, 'subscriptions', target), 'cancellation_requested')
    case 'expire-incomplete':
      return expireIncomplete(tx, mustGet(tx, 'subscriptions', target))
    case 'finalize-invoice':
      return collectInvoice(tx, mustGet(tx, 'invoices', target))
    case 'retry-invoice':
      return retryInvoice(tx, target)
    case 'settle-payment':
      return settlePayment(tx, mustGet(tx, 'payment_intents', target))
    case 'settle-refund':
      return void settleRefund(tx, mustGet(tx, 'refunds', target))
    case 'open-dispute':
      return void openDispute(tx, mustGet(tx, 'charges', target))
    case 'lose-dispute': {
      // Not confirmed in time.
      const dispute = mustGet(tx, 'disputes', target)
      if (isOpen(dispute)) closeDispute(tx, dispute, 'lost')
      return
    }
  }
}
