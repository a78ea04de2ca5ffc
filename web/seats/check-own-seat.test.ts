import { describe, expect, test, vi } from 'vitest'
import * as german from '../../core/messages/generated/de.ts'
import * as english from '../../core/messages/generated/en.ts'
import { setMessages } from '../../core/messages/messages.ts'
import type { OwnSeat } from '../../core/seats/contract.ts'
import type { RememberedLog } from '../../packages/client/src/seat-log/verify-seat-log.ts'
import { launchLog, publishLog, writeLog } from '../../tests/support/seat-log/published-log.ts'
import { checkOwnSeat } from './check-own-seat.ts'

type Published = Awaited<ReturnType<typeof publishLog>>

/** The sale of the first seat is the seventh entry. */
const ownSeat = ({ key, proveSale }: Published) => ({
  number: 1,
  cap: 50,
  proof: proveSale(7, 1),
  verifierKey: key,
})

const check = (shown: Published, log: Pick<Published, 'read'>, visitor?: { remembers?: RememberedLog }) =>
  checkSeat(ownSeat(shown), log, visitor)

function checkSeat(seat: OwnSeat, log: Pick<Published, 'read'>, visitor: { remembers?: RememberedLog } = {}) {
  return checkOwnSeat(seat, {
    memory: {
      read: () => visitor.remembers,
      write: (memory) => {
        visitor.remembers = { ...memory, entries: [] }
      },
    },
    read: log.read,
    pause: async () => {},
    now: () => Date.parse('2026-11-20T00:00:00Z'),
  })
}

/** Another history with the same sale. */
function otherLog() {
  const log = writeLog()
  for (let number = 1; number <= 6; number++) log.hold(number)
  for (let number = 1; number <= 3; number++) log.sell(number)
  log.release(6)
  log.release(5)
  return log
}

describe('the check of one’s own seat in the browser', () => {
  test('L9: the proof holds if the public log, also when it has grown, has what it proves', async () => {
    const log = launchLog()
    const shown = await publishLog(log)
    expect(await check(shown, shown)).toEqual({ number: 1 })
    log.sell(6)
    expect(await check(shown, await publishLog(log))).toEqual({ number: 1 })
  })

  test('L9: a proof out of another tree than the public one, under the same key, is found', async () => {
    const [shown, published] = [await publishLog(otherLog()), await publishLog(launchLog())]
    expect(shown.key).toBe(published.key)
    expect(await check(shown, published)).toEqual({
      problem: expect.stringMatching(/^History was rewritten/),
    })
  })

  test('L9: a proof ahead of the public log is found', async () => {
    const log = launchLog()
    const published = await publishLog(log)
    log.hold(10)
    expect(await check(await publishLog(log), published)).toEqual({
      problem: expect.stringMatching(/^The log got shorter/),
    })
  })

  test('L9: a proof under another key than that of the log, or than the one of the last visit, is found', async () => {
    const log = launchLog()
    const shown = await publishLog(log)
    const published = await publishLog({ entries: log.entries, privateKey: new Uint8Array(32).fill(9) })
    expect(await check(shown, published)).toEqual({ problem: expect.any(String) })
    const visitor = {}
    await check(published, published, visitor)
    expect(await check(shown, shown, visitor)).toEqual({ problem: expect.any(String) })
  })

  test('L9: a log that was rewritten since the last visit is found, and what was seen stays remembered', async () => {
    const visitor: { remembers?: RememberedLog } = {}
    const before = await publishLog(launchLog())
    await check(before, before, visitor)
    const { remembers } = visitor
    expect(remembers?.checkpoints).toEqual([before.checkpoint])
    const other = otherLog()
    other.hold(20)
    const rewritten = await publishLog(other)
    expect(await check(rewritten, rewritten, visitor)).toEqual({
      problem: expect.stringMatching(/^History was rewritten/),
    })
    expect(visitor.remembers).toBe(remembers)
  })

  test('L9: says that nothing was checked when the log cannot be read, or the browser cannot check a signature', async () => {
    const shown = await publishLog(launchLog())
    const read = () => Promise.reject(new TypeError('fetch failed'))
    expect(await check(shown, { read })).toEqual({ unchecked: expect.stringMatching(/can’t be read/) })
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    importKey.mockRejectedValue(new DOMException('No such algorithm', 'NotSupportedError'))
    try {
      expect(await check(shown, shown)).toEqual({
        unchecked: expect.stringMatching(/can’t check the signature/),
      })
    } finally {
      importKey.mockRestore()
    }
  })

  test('F105: what is wrong with a proof is said in the language of the page', async () => {
    const log = launchLog()
    const shown = await publishLog(log)
    const otherKey = await publishLog({ entries: log.entries, privateKey: new Uint8Array(32).fill(9) })
    const proof = shown.proveSale(7, 1)
    const spoiled = {
      'Er ist nicht lesbar.': 'no proof',
      'Er ist nicht mit dem Schlüssel dieses Protokolls unterschrieben.': otherKey.proveSale(7, 1),
      'Sein Eintrag steht nicht im unterschriebenen Protokoll.': proof.replace('\nindex 7\n', '\nindex 8\n'),
      'Sein Eintrag ist nicht der Verkauf dieses Platzes.': shown.proveSale(7, 2),
    }
    for (const [sentence, text] of Object.entries(spoiled)) {
      setMessages(german)
      try {
        expect(await checkSeat({ ...ownSeat(shown), proof: text }, shown)).toEqual({ problem: sentence })
      } finally {
        setMessages(english)
      }
    }
  })
})
