import * as messages from '../../core/messages/messages.ts'
import { usualCooldownDays } from '../../core/plans/catalogue.ts'
import { formatMoney } from '../../core/plans/money.ts'
import {
  type LoggedTerms,
  lastTerms,
  lastTotals,
  type OfferHistory,
  type SeatHistory,
} from '../../core/seats/seat-history.ts'
import { rich } from '../ui/rich.ts'
import { momentInUtc } from './moment-in-utc.ts'
import { SeatChart } from './seat-chart.tsx'

interface DealsProps {
  history: SeatHistory
  now: string
}

/** Every offer there ever was, its terms and its end, the newest first and with its seats over time. */
export const Deals = ({ history, now }: DealsProps) => {
  const newestFirst = [...history.offers].reverse()
  const [newest] = newestFirst
  if (!newest) return null
  return (
    <section className="panel" aria-labelledby="deals">
      <h2 id="deals">{messages.everyDeal}</h2>
      <h3>{messages.seatsOverTime}</h3>
      <SeatChart offer={newest} now={now} />
      {newestFirst.map((offer) => (
        <Deal key={offer.id} offer={offer} />
      ))}
    </section>
  )
}

const Deal = ({ offer }: { offer: OfferHistory }) => {
  const [opened, ...tightened] = offer.terms
  const { cooldownDays } = lastTerms(offer)
  return (
    <div className="deal">
      <h3>{offer.id}</h3>
      <p>
        {messages.dealTerms({
          cap: opened.cap,
          price: inEveryCurrency(opened, 'dealPriceMinor'),
          later: inEveryCurrency(opened, 'laterPriceMinor'),
        })}{' '}
        {rich(messages.dealOpened(dated(opened.at)))} {endsBy(opened)}
      </p>
      {tightened.map((terms) => (
        <p key={JSON.stringify(terms)}>
          {rich(messages.dealChanged({ ...dated(terms.at), cap: terms.cap }))} {endsBy(terms)}
        </p>
      ))}
      {offer.closedAt && (
        <p>{rich(messages.dealClosed({ ...dated(offer.closedAt), sold: lastTotals(offer).sold }))}</p>
      )}
      <p>
        {messages.dealCooldown({ days: cooldownDays })}{' '}
        {cooldownDays < usualCooldownDays && messages.dealCooldownShort({ usual: usualCooldownDays })}
      </p>
    </div>
  )
}

/** Terms of an older version got the other currencies later. */
function inEveryCurrency(terms: LoggedTerms, price: 'dealPriceMinor' | 'laterPriceMinor'): string {
  const others = Object.entries(terms.otherPrices ?? {}).map(([currency, prices]) =>
    formatMoney(prices[price], currency),
  )
  return [formatMoney(terms[price], terms.currency), ...others].join(' / ')
}

const endsBy = ({ closesAt }: LoggedTerms) => closesAt && rich(messages.dealEndsBy(dated(closesAt)))

/** The moment of a message. */
const dated = (at: string) => ({
  moment: `${momentInUtc(at)} UTC`,
  time: (text: string) => <time dateTime={at}>{text}</time>,
})
