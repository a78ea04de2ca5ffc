import type { OwnGuarantee, OwnWithdrawal } from '../../../core/billing/contract.ts'
import { type Guarantee, type GuaranteedPurchase, guaranteeOf } from '../../../core/billing/guarantee.ts'
import { sumOf } from '../../../core/billing/sum-amounts.ts'
import type { Language } from '../../../core/messages/languages.ts'
import { formatMoney } from '../../../core/plans/money.ts'
import { isPaidPlan } from '../../../core/plans/plan.ts'
import { isEnded } from '../../../core/plans/subscription-status.ts'
import type { Drizzle } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { enqueueJob } from '../../jobs/store.ts'
import type { BillingDeps } from '../deps.ts'
import { listCustomers, listSubscriptions, lockUser } from '../store.ts'
import { withinRequest } from '../stripe/call-budget.ts'
import {
  type GuaranteeRefundRow,
  listGuaranteeRefunds,
  listOwnGuaranteeRefunds,
  recordGuaranteeRefunds,
  revokePurchase,
} from './store.ts'

/** What somebody may give back, and what they have given back last. */
export async function readOwnGuarantee(
  deps: BillingDeps,
  userId: string,
  language: Language,
): Promise<OwnGuarantee> {
  const [purchase, rows] = await Promise.all([
    findPurchase(deps.db, userId),
    listOwnGuaranteeRefunds(deps.db, userId),
  ])
  const guarantee = purchase && (await readGuarantee(deps, userId, purchase))
  const [newest] = rows
  const withdrawal = newest && rows.filter(({ purchaseId }) => purchaseId === newest.purchaseId)
  return {
    ...(guarantee && {
      offer: {
        purchase: guarantee.id,
        plan: guarantee.plan,
        amount: formatMoney(guarantee.amountMinor, guarantee.currency, language),
        lastDay: guarantee.lastDay.toISOString(),
      },
    }),
    ...(withdrawal && { withdrawal: ownWithdrawal(withdrawal, language) }),
  }
}

/**
 * Rule M2. The plan ends and the amounts are stored in one transaction, which also enqueues the acknowledgement and what is
 * left to do at Stripe: from then on everything happens, once, whatever process ends. Repeated, it is the same withdrawal.
 */
export async function withdrawPurchase(
  deps: BillingDeps,
  userId: string,
  purchaseId: string,
  language: Language,
): Promise<OwnWithdrawal> {
  const { db } = deps
  const known = await listGuaranteeRefunds(db, purchaseId)
  if (known.some((row) => row.userId === userId)) return ownWithdrawal(known, language)
  const purchase = await findPurchase(db, userId)
  const guarantee = purchase?.id === purchaseId ? await readGuarantee(deps, userId, purchase) : null
  if (!guarantee) throw new AppError('guarantee-over')
  const rows = await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    // Lifetime that was bought meanwhile has replaced the month and gives its rest back.
    const isCurrent = (await findPurchase(tx, userId))?.id === purchaseId
    if (isCurrent && (await recordGuaranteeRefunds(tx, userId, guarantee))) {
      await revokePurchase(tx, userId, guarantee)
      const job = { key: purchaseId, payload: { userId } }
      await enqueueJob(tx, { kind: 'withdraw', ...job })
      await enqueueJob(tx, { kind: 'mail-withdrawn', ...job })
      await deps.recordState?.(tx, userId)
    }
    return listGuaranteeRefunds(tx, purchaseId)
  })
  if (rows.length === 0) throw new AppError('guarantee-over')
  deps.wakeJobs?.()
  return ownWithdrawal(rows, language)
}

/** The one that counts: Lifetime, or else the subscription that is not over. */
async function findPurchase(db: Drizzle, userId: string): Promise<GuaranteedPurchase | null> {
  const rows = (await listSubscriptions(db, userId)).filter(
    ({ status, pendingSince }) => !isEnded(status) && pendingSince === null,
  )
  const found = rows.find(({ plan }) => plan === 'lifetime') ?? rows[0]
  return found && isPaidPlan(found.plan) ? { id: found.id, plan: found.plan } : null
}

async function readGuarantee(
  { db, payments, guaranteeDays, now }: BillingDeps,
  userId: string,
  purchase: GuaranteedPurchase,
): Promise<Guarantee | null> {
  if (!guaranteeDays) return null
  const customerIds = await listCustomers(db, userId)
  const records = await withinRequest(() => payments.readPaymentRecords(customerIds))
  return guaranteeOf(purchase, records, guaranteeDays, now())
}

function ownWithdrawal(rows: GuaranteeRefundRow[], language: Language): OwnWithdrawal {
  const [first] = rows
  if (!first) throw new Error('A withdrawal has no payment.')
  const amountMinor = sumOf(rows.map((row) => row.amountMinor))
  return {
    plan: first.plan,
    amount: formatMoney(amountMinor, first.currency, language),
    requestedAt: first.requestedAt.toISOString(),
  }
}
