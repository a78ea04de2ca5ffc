const codes =
  'AR AT AU BE BG BR CA CH CL CN CO CY CZ DE DK EE EG ES FI FR GB GR HK HR HU ID IE IL IN IT JP KE KR LT LU LV MA MT MX MY NG NL NO NZ PE PH PL PT RO RS SA SE SG SI SK TH TR TW UA US UY VN ZA'

const names = new Intl.DisplayNames('en', { type: 'region' })

export const countries = codes
  .split(' ')
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name))

export function isCountry(code: string): boolean {
  return countries.some((country) => country.code === code)
}
