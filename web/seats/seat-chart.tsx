import { formatNumber } from '../../core/messages/format.ts'
import * as messages from '../../core/messages/messages.ts'
import { lastTerms, type OfferHistory, sampleTotals, stepArea } from '../../core/seats/seat-history.ts'
import { momentInUtc } from './moment-in-utc.ts'

interface SeatChartProps {
  offer: OfferHistory
  /** The end of the time axis of an offer that runs. */
  now: string
}

const drawnAtMost = 160
const toldAtMost = 12

/** The seats of an offer over time, drawn by the server; the same as a table for who does not see it. */
export function SeatChart({ offer, now }: SeatChartProps) {
  const [{ cap: highest, at: openedAt }] = offer.terms
  const endsAt = offer.closedAt ?? now
  const span = { from: Date.parse(openedAt), to: Date.parse(endsAt), highest }
  // Those after the end would stand outside.
  const drawn = sampleTotals(offer, drawnAtMost).filter(({ at }) => Date.parse(at) <= span.to)
  const number = (value: number) => formatNumber(messages.language, value)
  return (
    <figure className="seat-chart">
      <figcaption>
        <span className="seat-chart-key seat-chart-sold">{messages.seatsSold}</span>
        <span className="seat-chart-key seat-chart-held">{messages.seatsHeld}</span>
        <span className="seat-chart-key seat-chart-free">{messages.seatsFree}</span>
      </figcaption>
      <div className="seat-chart-plot" aria-hidden="true">
        <span>{number(highest)}</span>
        <span>{number(0)}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className="seat-chart-free" d={stepArea(offer.terms, ({ cap }) => cap, span)} />
          <path className="seat-chart-held" d={stepArea(drawn, ({ taken }) => taken, span)} />
          <path className="seat-chart-sold" d={stepArea(drawn, ({ sold }) => sold, span)} />
        </svg>
        <span>{momentInUtc(openedAt)} UTC</span>
        <span>{momentInUtc(endsAt)} UTC</span>
      </div>
      <div className="visually-hidden">
        <table>
          <caption>{messages.seatsOverTime}</caption>
          <thead>
            <tr>
              <th scope="col">{messages.timeInUtc}</th>
              <th scope="col">{messages.seatsSold}</th>
              <th scope="col">{messages.seatsHeld}</th>
              <th scope="col">{messages.seatsFree}</th>
            </tr>
          </thead>
          <tbody>
            {sampleTotals(offer, toldAtMost).map(({ at, taken, sold }, index) => (
              // Two of them may have the same minute: the opening and the first seat.
              <tr key={index === 0 ? 'opening' : at}>
                <th scope="row">{momentInUtc(at)}</th>
                <td>{number(sold)}</td>
                <td>{number(taken - sold)}</td>
                <td>{number(capAt(offer, at) - taken)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

const capAt = (offer: OfferHistory, at: string): number =>
  offer.terms.findLast((terms) => terms.at <= at)?.cap ?? lastTerms(offer).cap
