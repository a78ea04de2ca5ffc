import { describe, expect, test, vi } from 'vitest'
import type { RememberedLog } from '../../packages/client/src/seat-log/verify-seat-log.ts'
import { launchLog, publishLog, writeLog } from '../../tests/support/seat-log/published-log.ts'
import { checkSeatLog } from './check-seat-log.ts'

type Log = ReturnType<typeof writeLog>

function openPage(log: Log | null, visitor: { remembers?: RememberedLog }) {
  return checkSeatLog({
    url: 'https://shop.example',
    memory: {
      read: () => visitor.remembers,
      write: (memory) => {
        visitor.remembers = { ...memory, entries: [] }
      },
    },
    async fetch(address) {
      const { pathname } = new URL(String(address))
      if (pathname === '/api/urgency') return Response.json(log?.figures())
      const content = log && (await (await publishLog(log)).read(pathname.replace('/log/', '')))
      return new Response(content, { status: content ? 200 : 503 })
    },
    pause: async () => {},
    wait: async () => {},
    now: () => Date.parse('2026-11-20T00:00:00Z'),
  })
}

describe('the check of the seat log in the browser', () => {
  test('L9: says what it verified, and at the next visit that the history is the same', async () => {
    const visitor = {}
    const log = launchLog()
    expect(await openPage(log, visitor)).toMatchObject({
      status: 'verified',
      entries: 12,
      figures: { cap: 50, sold: 4, remaining: 45 },
      isSeenBefore: false,
    })
    log.sell(6)
    expect(await openPage(log, visitor)).toMatchObject({ status: 'verified', isSeenBefore: true })
  })

  test('L9: notices a history that was rewritten since the last visit, at every visit from then on', async () => {
    const visitor = {}
    await openPage(launchLog(), visitor)
    const other = writeLog()
    for (let number = 0; number < 20; number++) other.hold(number)
    const rewritten = { status: 'wrong', problems: [{ code: 'history-rewritten', size: 12, entry: null }] }
    expect(await openPage(other, visitor)).toEqual(rewritten)
    expect(await openPage(other, visitor)).toEqual(rewritten)
  })

  test('L9: claims nothing when the log cannot be read, or the browser cannot check a signature', async () => {
    expect(await openPage(null, {})).toEqual({ status: 'not-read' })
    const unsupported = new DOMException('No such algorithm', 'NotSupportedError')
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    const log = launchLog()
    const published = await publishLog(log)
    importKey.mockRejectedValue(unsupported)
    try {
      const state = await checkSeatLog({
        url: 'https://shop.example',
        memory: { read: () => undefined, write: () => {} },
        fetch: async (address) =>
          new Response(await published.read(new URL(String(address)).pathname.replace('/log/', ''))),
        pause: async () => {},
        wait: async () => {},
        now: () => Date.parse('2026-11-20T00:00:00Z'),
      })
      expect(state).toEqual({ status: 'unsupported' })
    } finally {
      importKey.mockRestore()
    }
  })
})
