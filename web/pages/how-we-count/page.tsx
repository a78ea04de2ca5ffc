import type { LiveUrgency } from '../../../core/urgency/contract.ts'
import { PageFrame, type Site } from '../page-frame.tsx'

interface HowWeCountProps {
  site: Site
  /** Null when there is nothing to read: no live source, or no figures at the moment. */
  urgency: LiveUrgency | null
  live: boolean
}

/** In plain words where the number on the banner comes from; without a script, drawn for each visit. */
export const HowWeCountPage = ({ site, urgency, live }: HowWeCountProps) => (
  <PageFrame site={site}>
    <div className="narrow">
      <h1>How we count</h1>
      {live ? <Live urgency={urgency} /> : <Simulated />}
      <p>
        <a href="/pricing">Back to the plans</a>
      </p>
    </div>
  </PageFrame>
)

const Simulated = () => (
  <p className="panel">
    This is a demonstration. The number of seats is worked out from the clock, and the buyers in the
    notifications are invented. Nothing is limited.
  </p>
)

const Live = ({ urgency }: { urgency: LiveUrgency | null }) => (
  <>
    <section className="panel" aria-labelledby="now">
      <h2 id="now">Right now</h2>
      {urgency ? (
        <p>
          {urgency.remaining} of {urgency.cap} seats are left. Lifetime costs {urgency.price}. Counted on{' '}
          <time dateTime={urgency.asOf}>{new Date(urgency.asOf).toUTCString()}</time>.
        </p>
      ) : (
        <p>The figures cannot be read at the moment, so none are shown.</p>
      )}
    </section>
    <section className="panel" aria-labelledby="seats">
      <h2 id="seats">Seats</h2>
      <p>
        Seats left are all seats, less those sold, less those that somebody is paying for at this moment. The
        number is read from the very record that decides whether you can buy: it cannot say one thing while
        checkout does another, and it is the same for everybody.
      </p>
      <p>
        A seat is kept for you when you start to pay, for half an hour. If you do not pay, it goes back, and
        the number can rise again. A payment that takes days keeps its seat until it has come or failed.
      </p>
      <p>
        The number of seats is never raised while the deal runs, and a sold seat stays sold, even when its
        buyer was refunded. When the last one is sold the deal is over, and the later price applies.
      </p>
    </section>
    <section className="panel" aria-labelledby="purchases">
      <h2 id="purchases">Purchases</h2>
      <p>
        Every purchase that we mention was paid within the last day and was not refunded. A first name is
        shown only if its owner has allowed it, a country only if at least three buyers share it. Buyers can
        change that, or hide their purchase, in their account at any time.
      </p>
    </section>
  </>
)
