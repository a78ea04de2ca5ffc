import type { SeatLogProblem } from './verify-seat-log.ts'

/** In a sentence, for whoever runs the command. */
export function describeProblem(problem: SeatLogProblem): string {
  switch (problem.code) {
    case 'unreadable-entry':
      return `Entry ${problem.entry} cannot be read.`
    case 'time-backwards':
      return `Entry ${problem.entry} is of ${problem.at}, before the entry that it follows (${problem.before}).`
    case 'unknown-offer':
      return `Entry ${problem.entry} is about the offer "${problem.offer}", which was never opened.`
    case 'offer-still-open':
      return `Entry ${problem.entry} opens the offer "${problem.offer}" while "${problem.open}" is open.`
    case 'offer-opened-again':
      return `Entry ${problem.entry} opens the offer "${problem.offer}" a second time.`
    case 'cooldown-broken':
      return `Entry ${problem.entry} opens the offer "${problem.offer}" less than ${problem.days} days after the end of "${problem.after}", and not at a higher price.`
    case 'terms-loosened':
      return `Entry ${problem.entry} loosens the terms of an open offer: ${problem.term} was ${problem.from} and is ${problem.to}.`
    case 'offer-is-over':
      return `Entry ${problem.entry} changes the offer "${problem.offer}" after its end.`
    case 'above-cap':
      return `Entry ${problem.entry} takes ${problem.taken} seats where there are ${problem.cap}.`
    case 'wrong-totals':
      return `Entry ${problem.entry} says ${problem.taken} taken and ${problem.sold} sold, where the entries add up to ${problem.shouldBeTaken} and ${problem.shouldBeSold}.`
    case 'sold-twice':
      return `Entry ${problem.entry} sells the seat ${problem.seat} a second time.`
    case 'wrong-movement':
      return `Entry ${problem.entry} makes the seat ${problem.seat} ${problem.to}, although it is ${problem.from}.`
    case 'log-gone':
      return 'The log is gone.'
    case 'bad-checkpoint':
      return `The checkpoint is not good. ${problem.reason}.`
    case 'bad-tile':
      return `A part of the log is missing or damaged: ${problem.path}.`
    case 'root-differs':
      return `The entries are not those that were signed.${problem.entry === null ? '' : ` The first one that differs is entry ${problem.entry}.`}`
    case 'log-shrunk':
      return `The log has ${problem.size} entries, and had ${problem.seen} before.`
    case 'history-rewritten':
      return `The first ${problem.size} entries are not those that were signed before: the history was rewritten.${problem.entry === null ? '' : ` The first one that differs is entry ${problem.entry}.`}`
    case 'time-ahead':
      return `Entry ${problem.entry} is of ${problem.at}, and it is ${problem.now} now.`
    case 'banner-differs':
      return `The banner says that ${problem.shown} seats are left; by the log it is ${problem.counted}.`
  }
}
