import * as messages from '../messages/messages.ts'

// The first that matches counts: most browsers also carry the names of those before them.
const browsers: [pattern: RegExp, name: string][] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/.+Safari\//, 'Safari'],
]

const systems: [pattern: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** `Chrome on Windows`: enough to tell one's own sessions apart. A user agent is a claim, so nothing depends on it. */
export function deviceName(userAgent: string | null | undefined): string {
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser && system) return messages.deviceOn({ browser, system })
  return browser ?? system ?? messages.unknownDevice
}
