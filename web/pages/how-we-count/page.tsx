import type { LiveUrgency } from '../../../core/urgency/contract.ts'
import { PageFrame, type Site } from '../page-frame.tsx'

interface HowWeCountProps {
  site: Site
  /** Null when there is nothing to read: no live source, or no figures at the moment. */
  urgency: LiveUrgency | null
  live: boolean
  /** The name of the lifetime plan. */
  plan: string
}

/** The visitor's time zone is not known to the server. */
const momentInUtc = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' })

/** In plain words where the number on the banner comes from; without a script, drawn for each visit. */
export const HowWeCountPage = ({ site, urgency, live, plan }: HowWeCountProps) => (
  <PageFrame site={site}>
    <div className="narrow">
      <h1>How we count</h1>
      {live ? <Live urgency={urgency} plan={plan} /> : <Simulated />}
      <p>
        <a href="/pricing">Back to the plans</a>
      </p>
    </div>
  </PageFrame>
)

const Simulated = () => (
  <p className="panel">
    This is a demo. The number of seats is worked out from the clock, and the buyers in the notifications are
    made up. Nothing is limited.
  </p>
)

const Live = ({ urgency, plan }: Pick<HowWeCountProps, 'urgency' | 'plan'>) => (
  <>
    <section className="panel" aria-labelledby="now">
      <h2 id="now">Right now</h2>
      {urgency ? (
        <p>
          {urgency.remaining} of {urgency.cap} seats are left. {plan} costs {urgency.price}. Counted on{' '}
          <time dateTime={urgency.asOf}>{momentInUtc.format(new Date(urgency.asOf))}</time>.
        </p>
      ) : (
        <p>We can’t read the figures right now, so we don’t show any.</p>
      )}
    </section>
    <section className="panel" aria-labelledby="seats">
      <h2 id="seats">Seats</h2>
      <p>
        Seats left are all seats, minus those sold, minus those somebody is paying for right now. The number
        comes from the same record that decides whether you can buy, so it can’t say one thing while checkout
        does another. Everyone sees the same number.
      </p>
      <p>
        When you start to pay, we hold a seat for you for half an hour. If you don’t pay, it goes back, and
        the number can rise again. A payment that takes days keeps its seat until the money arrives or the
        payment fails.
      </p>
      <p>
        We never add seats while the deal runs, and a sold seat stays sold, even if its buyer gets a refund.
        When the last one is sold, the deal is over and the later price applies.
      </p>
    </section>
    <section className="panel" aria-labelledby="purchases">
      <h2 id="purchases">Purchases</h2>
      <p>
        Every purchase we mention was paid for within the last day and hasn’t been refunded. We show a first
        name only if the buyer said yes, and a country only if at least three buyers share it. Buyers can
        change that, or hide their purchase, in their account at any time.
      </p>
    </section>
  </>
)
