import * as messages from '../../core/messages/messages.ts'
import type { LoosenedTerm } from '../../packages/client/src/seat-log/replay-seat-log.ts'
import type { SeatLogProblem } from '../../packages/client/src/seat-log/verify-seat-log.ts'
import type { SeatLogState } from './check-seat-log.ts'

/** In one line what was verified, or what is wrong. Without React, whose script takes a phone longer than a task may last. */
export function drawSeatLogCheck(element: HTMLElement, state: SeatLogState): void {
  const line = textElement('p', describeState(state))
  const problems = state.status === 'wrong' ? state.problems.map(describeProblem) : []
  const list = document.createElement('ul')
  list.append(...problems.map((problem) => textElement('li', problem)))
  element.dataset.status = state.status
  element.replaceChildren(line, ...(problems.length > 0 ? [list] : []))
}

function textElement(name: 'p' | 'li', text: string): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

function describeState(state: SeatLogState): string {
  switch (state.status) {
    case 'checking':
      return messages.logChecking
    case 'verified': {
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

export function describeProblem(problem: SeatLogProblem): string {
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
      return messages.logTermsLoosened({ ...problem, term: nameTerm(problem.term) })
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
    case 'time-ahead':
      return messages.logTimeAhead(problem)
    case 'banner-differs':
      return messages.logBannerDiffers(problem)
  }
}

function nameTerm(term: LoosenedTerm): string {
  switch (term) {
    case 'cap':
      return messages.logTermCap
    case 'price':
      return messages.logTermPrice
    case 'currency':
      return messages.logTermCurrency
    case 'closesAt':
      return messages.logTermEnd
    case 'cooldownDays':
      return messages.logTermCooldown
  }
}

const withFirstDifference = (sentence: string, entry: number | null): string =>
  entry === null ? sentence : `${sentence} ${messages.logFirstDifference({ entry })}`
