import * as messages from '../../../core/messages/messages.ts'
import { pagePath } from '../../../core/messages/page-path.ts'
import { allTexts } from '../../../core/plans/currency-texts.ts'
import type { SeatHistory } from '../../../core/seats/seat-history.ts'
import type { LiveUrgency } from '../../../core/urgency/contract.ts'
import { Deals } from '../../seats/deal-list.tsx'
import { rich } from '../../ui/rich.ts'
import { PageFrame, type Site } from '../page-frame.tsx'

interface HowWeCountProps {
  site: Site
  /** Null when there is nothing to read: no live source, or no figures at the moment. */
  urgency: LiveUrgency | null
  /** What the public log tells; null like `urgency`. */
  history: SeatHistory | null
  live: boolean
  /** The name of the lifetime plan. */
  plan: string
  shopUrl: string
}

/** The visitor's time zone is not known to the server. */
const momentInUtc = (at: string): string =>
  new Date(at).toLocaleString(messages.language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' })

/** In plain words where the number on the banner comes from, drawn for each visit. The script verifies the seat log. */
export const HowWeCountPage = ({ site, urgency, history, live, plan, shopUrl }: HowWeCountProps) => (
  <PageFrame site={site}>
    <div className="narrow">
      <h1>{messages.howWeCount}</h1>
      {live ? <Now urgency={urgency} plan={plan} /> : <Simulated />}
      {live && <SeatLog shopUrl={shopUrl} />}
      {history && <Deals history={history} now={urgency?.asOf ?? new Date().toISOString()} />}
      <Rules />
      <p>
        <a className="button" href={pagePath('/pricing')}>
          {messages.backToPlans}
        </a>
      </p>
    </div>
  </PageFrame>
)

const Simulated = () => (
  <div className="panel">
    <p>{messages.countIsDemo}</p>
    <p>{messages.countOnceReal}</p>
  </div>
)

const Now = ({ urgency, plan }: Pick<HowWeCountProps, 'urgency' | 'plan'>) => (
  <section className="panel" aria-labelledby="now">
    <h2 id="now">{messages.rightNow}</h2>
    {urgency ? (
      <p>
        {rich(
          messages.countNow({
            ...urgency,
            price: allTexts(urgency.price),
            plan,
            moment: momentInUtc(urgency.asOf),
            time: (text) => <time dateTime={urgency.asOf}>{text}</time>,
          }),
        )}
      </p>
    ) : (
      <p>{messages.countNotRead}</p>
    )}
  </section>
)

const SeatLog = ({ shopUrl }: Pick<HowWeCountProps, 'shopUrl'>) => (
  <section className="panel" aria-labelledby="verified">
    <h2 id="verified">{messages.logCheck}</h2>
    <div id="seat-log-check" className="seat-log-check" role="status" data-shop={shopUrl}>
      <p />
    </div>
    <noscript>
      <p>{messages.logNeedsScript}</p>
    </noscript>
    <p>{messages.logExplained}</p>
    <p className="seat-log-command">
      {rich(
        messages.logFromOutside({
          command: `npm run seats:verify -- ${shopUrl}`,
          code: (text) => <code>{text}</code>,
        }),
      )}
    </p>
  </section>
)

const Rules = () => (
  <>
    <section className="panel" aria-labelledby="seats">
      <h2 id="seats">{messages.seats}</h2>
      <p>{messages.countSource}</p>
      <p>{messages.countHolds}</p>
      <p>{messages.countEnds}</p>
      <p>{messages.countCooldown}</p>
    </section>
    <section className="panel" aria-labelledby="purchases">
      <h2 id="purchases">{messages.purchases}</h2>
      <p>{messages.countPurchases}</p>
    </section>
  </>
)
