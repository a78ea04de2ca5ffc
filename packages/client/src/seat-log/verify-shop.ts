import {
  type BannerFigures,
  createSeatLogVerifier,
  type RememberedLog,
  type SeatLogProblem,
} from './verify-seat-log.ts'

export interface VerifyShopOptions {
  /** Any address of the shop. */
  url: string
  fetch: typeof globalThis.fetch
  remembered?: RememberedLog | undefined
  pause: () => Promise<unknown>
  now: () => number
  /** Between two readings when the banner and the log differ. */
  wait: () => Promise<unknown>
}

export type ShopVerification =
  /** There is no log, and none was seen before: the source is simulated, or the shop too old. */
  | { outcome: 'nothing-to-verify'; isSimulated: boolean }
  | { outcome: 'verified'; log: SeatLogVerifier; banner: BannerFigures }
  | { outcome: 'inconsistent'; log: SeatLogVerifier; problems: SeatLogProblem[] }

export type SeatLogVerifier = ReturnType<typeof createSeatLogVerifier>

/** The shop did not answer, or not as one of Fairseat does. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** The banner and the log are read one after the other, and seats may move between. What a cache holds is judged by its time. */
const readings = 5
const timeoutMs = 10_000

/** Verifies everything with what is public: the log, and that the banner shows its number. */
export async function verifyShop({ url, fetch, ...options }: VerifyShopOptions): Promise<ShopVerification> {
  const shop = new URL(url)
  async function request(path: string): Promise<Response | null> {
    const address = new URL(path, shop.origin).href
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) }).catch((cause) => {
      throw new UnreachableError(`${address} could not be reached`, { cause })
    })
    if (response.status === 404) return null
    if (!response.ok) throw new UnreachableError(`${address} answered ${response.status}`)
    return response
  }
  async function readBanner(): Promise<BannerFigures | null> {
    const figures: unknown = await (await request('/api/urgency'))?.json().catch(() => null)
    return isBannerFigures(figures) ? figures : null
  }
  const log = createSeatLogVerifier({
    ...options,
    origin: `${shop.host}/log`,
    async read(path) {
      const response = await request(`/log/${path}`)
      return response && new Uint8Array(await response.arrayBuffer())
    },
  })

  let problems = await log.update()
  if (problems.some(({ code }) => code === 'log-gone') && !options.remembered)
    return { outcome: 'nothing-to-verify', isSimulated: (await readBanner()) === null }
  for (let reading = 1; problems.length === 0; reading++) {
    const banner = await readBanner()
    if (!banner) throw new UnreachableError('The figures of the banner cannot be read')
    if (log.compareBanner(banner).length === 0) return { outcome: 'verified', log, banner }
    problems = await log.update()
    if (problems.length > 0) break
    const differences = log.compareBanner(banner)
    if (differences.length === 0) return { outcome: 'verified', log, banner }
    if (reading === readings) problems = differences
    else await options.wait()
  }
  return { outcome: 'inconsistent', log, problems }
}

function isBannerFigures(value: unknown): value is BannerFigures {
  if (typeof value !== 'object' || value === null) return false
  const { cap, sold, remaining, isClosed, asOf }: Partial<Record<keyof BannerFigures, unknown>> = value
  const areNumbers = [cap, sold, remaining].every(Number.isSafeInteger)
  return areNumbers && typeof isClosed === 'boolean' && typeof asOf === 'string'
}
