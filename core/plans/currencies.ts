/** What Stripe takes payments in: docs.stripe.com/currencies#presentment-currencies. */
const presentment = new Set(
  (
    'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny ' +
    'cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk ' +
    'jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr ' +
    'mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos ' +
    'srd std szl thb tjs tnd top try ttd twd tzs uah ugx usd uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw'
  ).split(' '),
)

export const isKnownCurrency = (currency: string): boolean => presentment.has(currency)

/** Of currencies that are not named after their one country, as nearly all are. */
const regions: Readonly<Record<string, string>> = {
  aud: 'AU NR KI TV',
  chf: 'CH LI',
  dkk: 'DK FO GL',
  eur: 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK',
  gbp: 'GB GG IM JE',
  nok: 'NO SJ',
  nzd: 'NZ CK NU',
  usd: 'US AS EC GU MP PR SV VI',
  xaf: 'CF CG CM GA GQ TD',
  xcd: 'AG DM GD KN LC VC',
  xof: 'BF BJ CI GW ML NE SN TG',
  xpf: 'NC PF WF',
}

/** Where people pay in it. */
export const regionsOf = (currency: string): string => regions[currency] ?? currency.slice(0, 2).toUpperCase()
