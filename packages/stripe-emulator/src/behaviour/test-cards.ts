import type { PaymentMethodType } from '../objects/payment.ts'

export interface Decline {
  code: string
  declineCode?: string
  message: string
}

export interface TestCard {
  /** What is typed or chosen: a card number, an account number, or the name of a payment method that has none. */
  number: string
  type: PaymentMethodType
  label: string
  /** Whether it can be put on file. */
  saves: boolean
  /** `awaits`: the buyer pays a voucher or sends a transfer later, or never. */
  charge: 'pays' | 'declines' | 'settles' | 'bounces' | 'awaits'
  decline: Decline
  /** 3-D Secure: at the first payment, or also at those that nobody is there to confirm. */
  authenticates: 'never' | 'once' | 'always'
  disputed: boolean
  /**
   * `pends`: a refund is pending and succeeds later. `fails`: it succeeds and fails later. `asks`: the buyer is asked for an
   * account. `never`: there is none.
   */
  refund: 'succeeds' | 'pends' | 'fails' | 'asks' | 'never'
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
  return {
    number,
    label,
    type: 'card',
    saves: true,
    charge: 'pays',
    decline: declined,
    authenticates: 'never',
    disputed: false,
    refund: 'succeeds',
    ...special,
  }
}

/** Cannot be put on file: it pays once. */
function awaited(type: PaymentMethodType, label: string, refund: TestCard['refund']): TestCard {
  return card(type, label, { type, saves: false, charge: 'awaits', refund })
}

/** Stripe's own test numbers (docs.stripe.com/testing) by what they do, so that what is learnt here holds there. */
export const cardNumbers = {
  pays: '4242424242424242',
  declines: '4000000000000002',
  noFunds: '4000000000009995',
  needsConfirmation: '4000002500003155',
  alwaysNeedsConfirmation: '4000002760003184',
  failsWhenCharged: '4000000000000341',
  isDisputed: '4000000000000259',
  refundPends: '4000000000007726',
  refundFails: '4000000000005126',
  debitPays: 'DE89370400440532013000',
  debitBounces: 'DE62370400440532013001',
  usDebitPays: '000123456789',
  usDebitBounces: '000222222227',
  boleto: 'boleto',
  oxxo: 'oxxo',
  konbini: 'konbini',
  bankTransfer: 'customer_balance',
} as const

export const testCards: TestCard[] = [
  card(cardNumbers.pays, 'Pays'),
  card(cardNumbers.declines, 'Is declined', { saves: false, charge: 'declines' }),
  card(cardNumbers.noFunds, 'Has insufficient funds', { saves: false, charge: 'declines', decline: noFunds }),
  card(cardNumbers.needsConfirmation, 'Needs your confirmation', { authenticates: 'once' }),
  card(cardNumbers.alwaysNeedsConfirmation, 'Needs your confirmation every time', {
    authenticates: 'always',
  }),
  card(cardNumbers.failsWhenCharged, 'Is accepted, then fails when charged', { charge: 'declines' }),
  card(cardNumbers.isDisputed, 'Pays, then the payment is disputed', { disputed: true }),
  card(cardNumbers.refundPends, 'Pays; a refund is pending at first', { refund: 'pends' }),
  card(cardNumbers.refundFails, 'Pays; a refund fails later', { refund: 'fails' }),
  card(cardNumbers.debitPays, 'Bank debit: pays later', { type: 'sepa_debit', charge: 'settles' }),
  card(cardNumbers.debitBounces, 'Bank debit: fails later', { type: 'sepa_debit', charge: 'bounces' }),
  card(cardNumbers.usDebitPays, 'US bank account: pays later', {
    type: 'us_bank_account',
    charge: 'settles',
  }),
  card(cardNumbers.usDebitBounces, 'US bank account: fails later', {
    type: 'us_bank_account',
    charge: 'bounces',
  }),
  awaited(cardNumbers.boleto, 'Boleto voucher', 'never'),
  awaited(cardNumbers.oxxo, 'OXXO voucher', 'never'),
  awaited(cardNumbers.konbini, 'Konbini voucher', 'asks'),
  awaited(cardNumbers.bankTransfer, 'Bank transfer', 'asks'),
]

export function findTestCard(input: string): TestCard | undefined {
  const number = input.replace(/[\s-]/g, '').toUpperCase()
  return testCards.find((known) => known.number.toUpperCase() === number)
}

export function spacedNumber(card: TestCard): string {
  return card.charge === 'awaits' ? card.number : card.number.replace(/(.{4})(?=.)/g, '$1 ')
}
