/** docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, in minor units. */
const minimumAmounts: Record<string, number> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
  usd: 50,
}

/** For other currencies Stripe converts into the settlement currency, which needs a rate of the day: 1 here. */
export function minimumAmount(currency: string): number {
  return minimumAmounts[currency] ?? 1
}
