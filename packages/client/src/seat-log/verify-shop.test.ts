import { describe, expect, test } from 'vitest'
import { launchLog, publishLog } from '../../../../tests/support/seat-log/published-log.ts'
import { UnreachableError, verifyShop } from './verify-shop.ts'

const later = Date.parse('2026-11-20T00:00:00Z')
type Log = ReturnType<typeof launchLog>

/** A shop whose log and banner are read as they are at the moment. */
function openShop(log: Log | null, readBanner: () => unknown = () => log?.figures()) {
  const fetch = async (address: string | URL | Request) => {
    const { pathname } = new URL(String(address))
    if (pathname === '/api/urgency') {
      const banner = readBanner()
      return banner ? Response.json(banner) : new Response(null, { status: 404 })
    }
    const content = log && (await (await publishLog(log)).read(pathname.replace('/log/', '')))
    return content ? new Response(content) : new Response(null, { status: 404 })
  }
  return (wait = async () => {}, now = () => later) =>
    verifyShop({ url: 'https://shop.example/pricing', fetch, pause: async () => {}, wait, now })
}

describe('verifying a shop', () => {
  test('L9: the log is good, and the banner shows its number', async () => {
    expect(await openShop(launchLog())()).toMatchObject({ outcome: 'verified', banner: { remaining: 45 } })
  })

  test('L9: a banner that stays at another number than the log is found', async () => {
    const log = launchLog()
    const shop = openShop(log, () => ({ ...log.figures(), remaining: 3 }))
    expect(await shop()).toMatchObject({
      outcome: 'inconsistent',
      problems: [{ code: 'banner-differs', shown: 3, counted: 45 }],
    })
  })

  test('L9: a banner that is a moment older or newer than the log is no inconsistency', async () => {
    const log = launchLog()
    const old = log.figures()
    log.hold(10)
    let isCached = true
    const cached = openShop(log, () => (isCached ? old : log.figures()))
    const wait = async () => {
      isCached = false
    }
    expect(await cached(wait)).toMatchObject({ outcome: 'verified' })
    const moving = openShop(log, () => {
      log.hold(log.entries.length)
      return log.figures()
    })
    expect(await moving()).toMatchObject({ outcome: 'verified' })
  })

  describe('behind a CDN, which holds the banner longer than the log', () => {
    /** Its last entry is of 07:01, one more would be of 07:02. */
    const log = launchLog()
    const before = { ...log.figures(), asOf: '2026-11-17T07:02:10.000Z' }
    log.hold(10)
    /** With a clock that goes on while we wait. */
    function visit(banner: object, arrival: string) {
      let time = Date.parse(arrival)
      const wait = async () => {
        time += 2_000
      }
      return openShop(log, () => banner)(wait, () => time)
    }
    const differs = (shown: number) => ({
      outcome: 'inconsistent',
      problems: [{ code: 'banner-differs', shown, counted: 44 }],
    })

    test('L9: figures from before the last movement are those that the log had at their time', async () => {
      expect(await visit(before, '2026-11-17T07:02:12Z')).toMatchObject({
        outcome: 'verified',
        banner: { remaining: 45 },
      })
      expect(await visit(before, '2026-11-17T07:04:09Z')).toMatchObject({ outcome: 'verified' })
    })

    test('L9: a movement is of the minute in which it began, and may be seen a moment later', async () => {
      const inTheNext = { ...before, asOf: '2026-11-17T07:03:05.000Z' }
      expect(await visit(inTheNext, '2026-11-17T07:03:10Z')).toMatchObject({ outcome: 'verified' })
    })

    test('L9: fresh figures with another number are found', async () => {
      expect(await visit({ ...before, remaining: 3 }, '2026-11-17T07:02:12Z')).toMatchObject(differs(3))
    })

    test('L9: a number that was not true in the minute of the figures is found', async () => {
      const renewed = { ...before, asOf: '2026-11-17T07:04:30.000Z' }
      expect(await visit(renewed, '2026-11-17T07:04:31Z')).toMatchObject(differs(45))
      // Of 07:01, between two sales.
      const passing = (asOf: string, arrival: string) =>
        visit({ ...before, remaining: 44, sold: 3, asOf }, arrival)
      expect(await passing('2026-11-17T07:01:30Z', '2026-11-17T07:02:12Z')).toMatchObject({
        outcome: 'verified',
      })
      expect(await passing('2026-11-17T07:00:10Z', '2026-11-17T07:02:01Z')).toMatchObject(differs(44))
      expect(await passing('2026-11-17T07:03:30Z', '2026-11-17T07:03:31Z')).toMatchObject(differs(44))
    })

    test('L9: figures that are older than the banner shows any are not excused by their time', async () => {
      expect(await visit(before, '2026-11-17T07:04:11Z')).toMatchObject(differs(45))
      expect(await visit({ ...before, asOf: 'then' }, '2026-11-17T07:02:12Z')).toMatchObject(differs(45))
    })
  })

  test('L9: the simulated source has nothing to verify', async () => {
    expect(await openShop(null)()).toEqual({ outcome: 'nothing-to-verify', isSimulated: true })
    expect(await openShop(null, () => launchLog().figures())()).toMatchObject({ isSimulated: false })
  })

  test('L9: a shop that does not answer says nothing about its log', async () => {
    const answers = [
      () => Promise.reject(new TypeError('fetch failed')),
      async () => new Response('', { status: 503 }),
    ]
    for (const fetch of answers) {
      const options = {
        url: 'https://shop.example',
        fetch,
        pause: async () => {},
        wait: async () => {},
        now: () => later,
      }
      await expect(verifyShop(options)).rejects.toThrow(UnreachableError)
    }
    await expect(openShop(launchLog(), () => ({}))()).rejects.toThrow(UnreachableError)
  })
})
