import * as messages from '../../core/messages/messages.ts'
import type { Store } from '../../core/store.ts'
import type { SeatLogProblem } from '../../packages/client/src/seat-log/verify-seat-log.ts'
import { useStore } from '../ui/use-store.ts'
import { initialSeatLogState, type SeatLogState } from './seat-log-store.ts'

/** In one line what was verified, or what is wrong. */
export function SeatLogCheck({ store }: { store: Store<SeatLogState> }) {
  const state = useStore(store, initialSeatLogState)
  return (
    <div className="seat-log-check" role="status" data-status={state.status}>
      <p>{describeState(state)}</p>
      {state.status === 'wrong' && (
        <ul>
          {state.problems.map((problem) => (
            <li key={problem.code}>{describeProblem(problem)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function describeState(state: SeatLogState): string {
  switch (state.status) {
    case 'idle':
      return ''
    case 'checking':
      return messages.logChecking
    case 'verified': {
      // Without grouping: the first number that a browser formats takes it 40 ms, and four times that on a phone.
      const verified = messages.logVerified({ entries: state.entries, ...state.figures })
      return state.isSeenBefore ? `${verified} ${messages.logSameHistory}` : verified
    }
    case 'wrong':
      return messages.logIsWrong
    case 'not-read':
      return messages.logNotRead
    case 'unsupported':
      return messages.logUnsupported
  }
}

function describeProblem(problem: SeatLogProblem): string {
  switch (problem.code) {
    case 'unreadable-entry':
      return messages.logUnreadableEntry(problem)
    case 'time-backwards':
      return messages.logTimeBackwards(problem)
    case 'unknown-offer':
      return messages.logUnknownOffer(problem)
    case 'offer-still-open':
      return messages.logOfferStillOpen(problem)
    case 'offer-opened-again':
      return messages.logOfferAgain(problem)
    case 'cooldown-broken':
      return messages.logCooldownBroken(problem)
    case 'terms-loosened':
      return messages.logTermsLoosened(problem)
    case 'offer-is-over':
      return messages.logOfferIsOver(problem)
    case 'above-cap':
      return messages.logAboveCap(problem)
    case 'wrong-totals':
      return messages.logWrongTotals(problem)
    case 'sold-twice':
      return messages.logSoldTwice(problem)
    case 'wrong-movement':
      return messages.logWrongMovement(problem)
    case 'log-gone':
      return messages.logGone
    case 'bad-checkpoint':
      return messages.logBadCheckpoint
    case 'bad-tile':
      return messages.logBadTile(problem)
    case 'root-differs':
      return withFirstDifference(messages.logRootDiffers, problem.entry)
    case 'log-shrunk':
      return messages.logShrunk(problem)
    case 'history-rewritten':
      return withFirstDifference(messages.logRewritten(problem), problem.entry)
    case 'banner-differs':
      return messages.logBannerDiffers(problem)
  }
}

const withFirstDifference = (sentence: string, entry: number | null): string =>
  entry === null ? sentence : `${sentence} ${messages.logFirstDifference({ entry })}`
