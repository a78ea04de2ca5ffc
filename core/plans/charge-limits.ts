/** docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, in minor units. Others are converted at the day's rate. */
const minimumMinor: Readonly<Record<string, number>> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
  usd: 50,
}

/** Stripe takes eight digits, and more of the rupiah; our tables hold as much as this. */
const maximumMinor = (currency: string): number => (currency === 'idr' ? 2_147_483_647 : 99_999_999)

/** Stripe takes thousandths rounded to ten, and no fractions of these two (docs.stripe.com/currencies#special-cases). */
const steps: Readonly<Record<string, number>> = {
  bhd: 10,
  jod: 10,
  kwd: 10,
  omr: 10,
  tnd: 10,
  isk: 100,
  ugx: 100,
}

/** Rounded down to what Stripe charges and gives back. */
export function roundToStep(amountMinor: number, currency: string): number {
  return amountMinor - (amountMinor % (steps[currency] ?? 1))
}

/** What Stripe would refuse to charge, as a sentence; null when it would not. A price of nothing is never paid for. */
export function chargeProblem(amountMinor: number, currency: string): string | null {
  const step = steps[currency] ?? 1
  if (amountMinor % step !== 0)
    return `expected an amount that Stripe charges in ${currency}: a multiple of ${step} minor units`
  const least = minimumMinor[currency] ?? 1
  if (amountMinor < least) return `expected at least what Stripe charges in ${currency}: ${least} minor units`
  const most = maximumMinor(currency)
  return amountMinor > most
    ? `expected at most what Stripe charges in ${currency}: ${most} minor units`
    : null
}
