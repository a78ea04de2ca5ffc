import { describe, expect, test } from 'vitest'
import { launchLog, publishLog } from '../../../../tests/support/seat-log/published-log.ts'
import { UnreachableError, verifyShop } from './verify-shop.ts'

const now = () => Date.parse('2026-11-20T00:00:00Z')
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
  return (wait = async () => {}) =>
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
      const options = { url: 'https://shop.example', fetch, pause: async () => {}, wait: async () => {}, now }
      await expect(verifyShop(options)).rejects.toThrow(UnreachableError)
    }
    await expect(openShop(launchLog(), () => ({}))()).rejects.toThrow(UnreachableError)
  })
})
