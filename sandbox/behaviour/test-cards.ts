import type { CardKind } from '../objects/payment.ts'

export interface Decline {
  code: string
  declineCode: string
  message: string
}

export interface TestCard {
  number: string
  kind: CardKind
  label: string
  /** Whether it can be put on file, and what a charge does. */
  saves: boolean
  charge: 'pays' | 'declines' | 'settles' | 'bounces'
  decline: Decline
  authenticates: boolean
  disputed: boolean
}

const declined: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
}

const noFunds: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}

function card(number: string, label: string, special: Partial<TestCard> = {}): TestCard {
  const ordinary = { kind: 'card' as const, saves: true, charge: 'pays' as const, decline: declined }
  return { number, label, ...ordinary, authenticates: false, disputed: false, ...special }
}

/** Stripe's own test numbers, so that what is learnt here holds there. */
export const testCards: TestCard[] = [
  card('4242424242424242', 'Pays'),
  card('4000000000000002', 'Is declined', { saves: false, charge: 'declines' }),
  card('4000000000009995', 'Has insufficient funds', { saves: false, charge: 'declines', decline: noFunds }),
  card('4000002500003155', 'Needs your confirmation', { authenticates: true }),
  card('4000000000000341', 'Is accepted, then fails when charged', { charge: 'declines' }),
  card('4000000000000259', 'Pays, then the payment is disputed', { disputed: true }),
  card('DE89370400440532013000', 'Bank debit: pays later', { kind: 'sepa_debit', charge: 'settles' }),
  card('DE62370400440532013001', 'Bank debit: fails later', { kind: 'sepa_debit', charge: 'bounces' }),
]

export function findTestCard(input: string): TestCard | undefined {
  const number = input.replace(/[\s-]/g, '').toUpperCase()
  return testCards.find((known) => known.number === number)
}

export function spacedNumber(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ')
}
