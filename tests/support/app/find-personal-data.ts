/** What never stands in a log; named by what it would give away. */
const patterns: Record<string, RegExp> = {
  'an e-mail address': /[\w.+-]+(@|%40)[\w-]+\.[\w.-]+/i,
  'a six-digit code': /(?<![\w.:-])\d{6}(?![\w.:-])/,
  'a card or account number':
    /(?<![\w.])\d{13,19}(?![\w.])|(?<![\w-])\d{4}([ -]\d{4}){3}(?![\w-])|\b[A-Z]{2}\d{2}[A-Z\d]{11,30}\b/,
  'a cookie': /session_token|fairseat_hint|set-cookie|"cookie"/i,
  'a key or token': /\b(sk|rk|whsec|cs)_(test|live)_\w+|\bwhsec_\w+|bearer |authorization/i,
  'something opaque and long': /(?<![\w-])(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})[\w-]{32,}(?![\w-])/i,
}

/** One sentence for each line that tells more than it may. */
export function findPersonalData(log: string): string[] {
  return log.split('\n').flatMap((line) =>
    Object.entries(patterns)
      .filter(([, pattern]) => pattern.test(line))
      .map(([what]) => `${what}: ${line}`),
  )
}
