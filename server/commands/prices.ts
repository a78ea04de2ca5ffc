import { parseArgs } from 'node:util'
import { formatMoney } from '../../core/plans/money.ts'
import { countByPrice, planPriceMove } from '../billing/prices/plan-price-move.ts'
import { ConfigurationError } from '../configuration-error.ts'
import { readEnvironment } from '../env.ts'
import { recordOperation } from '../operations/audit-log-store.ts'
import { openBilling } from './open-billing.ts'

const defaultNoticeDays = '30'
const usage =
  'Use `prices`, or `prices --move price_… [--notice-days 30]` to see what would happen, and the same with --apply to do it.'

/** Lists who pays which price; moves subscribers of an earlier one to today's, with a mail before. */
export async function showPrices(args: string[]): Promise<void> {
  const { move: from, noticeDays, apply } = readArgs(args)
  const billing = await openBilling(readEnvironment())
  try {
    const counts = await countByPrice(billing)
    for (const { price, subscribers, isToday } of counts) {
      const amount = formatMoney(price.amountMinor, price.currency, 'en')
      console.log(
        `${price.stripePriceId}  ${amount} a ${price.interval}  ${subscribers} subscribed${isToday ? ' (today’s price)' : ''}`,
      )
    }
    if (counts.length === 0) console.log('Nobody is subscribed.')
    if (from === undefined) return
    const plan = await planPriceMove(billing, { from, noticeDays, write: apply })
    if (plan.otherTerms > 0)
      console.log(
        `${plan.otherTerms} pay in another currency, interval or tax than today’s and are left as they are.`,
      )
    if (plan.sameAmount > 0)
      console.log(`${plan.sameAmount} pay the same in their currency and are left as they are.`)
    if (plan.to.length === 0) return console.log(`Nobody is to be moved from ${from}.`)
    const price = plan.to
      .map(({ amountMinor, currency }) => formatMoney(amountMinor, currency, 'en'))
      .join(' or ')
    const what = `are mailed, and pay ${price} from their first renewal ${noticeDays} days after the mail on`
    console.log(`${plan.toMove} of ${from} ${what}.`)
    if (plan.told > 0) console.log(`${plan.told} were told before, and are moved when their days are over.`)
    if (plan.ending > 0) console.log(`${plan.ending} have cancelled and are left as they are.`)
    if (plan.unknown > 0) console.log(`${plan.unknown} belong to no account here and are left as they are.`)
    if (apply)
      await recordOperation(billing.db, {
        actor: 'operator',
        operation: 'prices.move',
        input: { from, noticeDays },
        result: `${plan.toMove} subscriptions`,
      })
    if (!apply) console.log('Nothing was done. The same with --apply does it.')
    else if (plan.toMove > 0)
      console.log('The running server sends the mails; `npm run jobs` shows what fails.')
  } finally {
    await billing.close()
  }
}

function readArgs(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        move: { type: 'string' },
        'notice-days': { type: 'string', default: defaultNoticeDays },
        apply: { type: 'boolean', default: false },
      },
    })
    const noticeDays = Number(values['notice-days'])
    if (!Number.isInteger(noticeDays) || noticeDays < 0 || noticeDays > 365) throw new Error('days')
    if (values.apply && values.move === undefined) throw new Error('apply')
    return { move: values.move, noticeDays, apply: values.apply }
  } catch {
    throw new ConfigurationError(usage)
  }
}
