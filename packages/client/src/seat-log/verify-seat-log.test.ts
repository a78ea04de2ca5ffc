import { describe, expect, test } from 'vitest'
import { launchLog, longLog, publishLog, writeLog } from '../../../../tests/support/seat-log/published-log.ts'
import { formatCheckpoint } from './checkpoint.ts'
import { encodeText } from './encoding.ts'
import { emptyRoot } from './merkle-tree.ts'
import { createNoteSigner } from './signed-note.ts'
import {
  createSeatLogVerifier,
  type RememberedLog,
  type SeatLogProblem,
  TooManyEntriesError,
} from './verify-seat-log.ts'

const pause = async () => {}
const now = () => Date.parse('2026-11-20T00:00:00Z')
type Published = Awaited<ReturnType<typeof publishLog>>

const openLog = ({ read }: Pick<Published, 'read'>, remembered?: RememberedLog) =>
  createSeatLogVerifier({ origin: 'shop.example/log', read, remembered, pause, now })

/** What a first visit finds. */
async function problemsOf(log: Parameters<typeof publishLog>[0]): Promise<SeatLogProblem[]> {
  return openLog(await publishLog(log)).update()
}
/** What a visit leaves behind that found nothing wrong. */
async function visit(log: Pick<Published, 'read'>, remembered?: RememberedLog): Promise<RememberedLog> {
  const verifier = openLog(log, remembered)
  expect(await verifier.update()).toEqual([])
  return verifier.memory()
}
const changed = (entries: readonly string[], at: number, entry: string) =>
  entries.map((each, index) => (index === at ? entry : each))

describe('verifying the seat log', () => {
  test('L9: a good log is verified, and what is added to it later', async () => {
    const log = launchLog()
    const verifier = openLog(await publishLog(log))
    expect(await verifier.update()).toEqual([])
    expect(verifier.offers()).toMatchObject([{ taken: 5, sold: 4, closedAt: null }])
    expect(verifier.memory().entries).toEqual(log.entries)
  })

  test('L9: a log of many tiles is verified, and at the next visit only what is new is fetched', async () => {
    const log = longLog(2_500)
    const memory = await visit(await publishLog(log))
    log.hold(9_999)
    const published = await publishLog(log)
    const paths: string[] = []
    const next = await visit(
      {
        read: (path) => {
          paths.push(path)
          return published.read(path)
        },
      },
      memory,
    )
    expect(paths).toEqual(['checkpoint', 'tile/entries/009.p/197'])
    expect(next.checkpoints).toHaveLength(2)
    expect(next.entries).toEqual(log.entries)
  })

  test('L9: other work goes first after every 2 entries and after every tile that is asked for', async () => {
    const published = await publishLog(longLog(1_000))
    let pauses = 0
    const pause = async () => {
      pauses++
    }
    const pausesBefore: number[] = []
    const read: typeof published.read = (path) => {
      if (path.startsWith('tile/entries/')) pausesBefore.push(pauses)
      return published.read(path)
    }
    const verifier = createSeatLogVerifier({ origin: 'shop.example/log', read, pause, now })
    expect(await verifier.update()).toEqual([])
    expect(pausesBefore).toEqual([0, 1, 2, 3])
    expect(pauses).toBe(4 + 500)
  })

  test('L8 L9: entries of a time that has not come are found', async () => {
    const log = longLog(10)
    const { read } = await publishLog(log)
    const verify = (time: string) =>
      createSeatLogVerifier({ origin: 'shop.example/log', read, pause, now: () => Date.parse(time) }).update()
    expect(await verify('2026-11-16T07:05:00Z')).toEqual([])
    expect(await verify('2026-11-16T07:00:59Z')).toEqual([
      { code: 'time-ahead', entry: 9, at: '2026-11-17T07:01Z', now: '2026-11-16T07:00Z' },
    ])
  })

  test('L9: a size that is only claimed takes no memory and no time', async () => {
    const claim = async (size: number) => {
      const signer = await createNoteSigner('shop.example/log', new Uint8Array(32).fill(7))
      const checkpoint = await signer.sign(
        formatCheckpoint({ origin: 'shop.example/log', size, root: emptyRoot }),
      )
      const texts: Record<string, string> = { key: signer.verifierKey, checkpoint }
      return openLog({ read: async (path) => (texts[path] ? encodeText(texts[path]) : null) }).update()
    }
    expect(await claim(4_000_000)).toEqual([{ code: 'bad-tile', path: 'tile/entries/000' }])
    await expect(claim(4_000_001)).rejects.toThrow(TooManyEntriesError)
    await expect(claim(Number.MAX_SAFE_INTEGER)).rejects.toThrow(TooManyEntriesError)
  })

  test('L9: an empty log is a good one', async () => {
    expect(await problemsOf({ entries: [] })).toEqual([])
  })

  test('L9: a leaf that was changed is found, and which', async () => {
    const { entries } = launchLog()
    const forged = entries[7]?.replace('"sold":1', '"sold":0') ?? ''
    expect(forged).not.toBe(entries[7])
    const problems = await problemsOf({ entries, served: changed(entries, 7, forged) })
    expect(problems[0]).toEqual({ code: 'root-differs', entry: 7 })
  })

  test('L9: a leaf that was removed is found', async () => {
    const { entries } = launchLog()
    expect((await problemsOf({ entries, served: entries.toSpliced(5, 1) }))[0]).toMatchObject({
      code: 'bad-tile',
    })
    expect((await problemsOf({ entries: entries.toSpliced(5, 1) }))[0]).toMatchObject({
      code: 'wrong-totals',
      entry: 5,
    })
  })

  test('L9: leaves that were reordered are found', async () => {
    const { entries } = launchLog()
    const [third = '', fourth = ''] = entries.slice(3)
    const served = changed(changed(entries, 3, fourth), 4, third)
    expect((await problemsOf({ entries, served }))[0]).toEqual({ code: 'root-differs', entry: 3 })
    expect((await problemsOf({ entries: served }))[0]).toMatchObject({ code: 'wrong-totals', entry: 3 })
  })

  test('L9: a leaf that was inserted is found', async () => {
    const log = launchLog()
    const inserted = log.entries.toSpliced(
      4,
      0,
      log.entries[4]?.replace(/[0-9a-f]{64}/, 'f'.repeat(64)) ?? '',
    )
    expect((await problemsOf({ entries: inserted }))[0]).toMatchObject({ code: 'wrong-totals', entry: 5 })
    expect((await problemsOf({ ...log, served: inserted }))[0]).toMatchObject({ code: 'root-differs' })
  })

  test('L9: a cap that was raised is found', async () => {
    const log = launchLog()
    log.changeCap(60)
    expect(await problemsOf(log)).toEqual([
      { entry: 12, code: 'terms-loosened', term: 'cap', from: '50', to: '60' },
    ])
  })

  test('L9: a seat that was sold twice is found', async () => {
    const log = launchLog()
    log.sell(4)
    expect(await problemsOf(log)).toMatchObject([{ entry: 12, code: 'sold-twice' }])
  })

  test('L9: a root that is signed over another history is found, and what was rewritten', async () => {
    const log = launchLog()
    const memory = await visit(await publishLog(log))
    // A history that is good in itself: the seat that was given back was never held.
    const other = writeLog()
    for (const number of [1, 2, 3, 4, 6, 7, 8]) other.hold(number)
    for (const number of [1, 2, 3, 4]) other.sell(number)
    other.release(7)
    const rewritten = await publishLog(other)
    expect(await openLog(rewritten).update()).toEqual([])
    // The command remembers the entries too, the browser the checkpoint alone.
    expect(await openLog(rewritten, memory).update()).toEqual([
      { code: 'history-rewritten', size: 12, entry: 5 },
    ])
    expect(await openLog(rewritten, { ...memory, entries: [] }).update()).toEqual([
      { code: 'history-rewritten', size: 12, entry: null },
    ])
  })

  test('L9: a stale checkpoint is found: one that is older than the last that was seen', async () => {
    const log = launchLog()
    const old = await publishLog({ entries: [...log.entries] })
    log.hold(9)
    const memory = await visit(await publishLog(log))
    expect(await openLog(old, memory).update()).toEqual([{ code: 'log-shrunk', size: 12, seen: 13 }])
  })

  test('L9: a stale checkpoint is found by the banner at the first visit', async () => {
    const log = launchLog()
    const old = await publishLog({ entries: [...log.entries] })
    log.hold(9)
    const verifier = openLog(old)
    expect(await verifier.update()).toEqual([])
    expect(verifier.compareBanner(log.figures())).toEqual([
      { code: 'banner-differs', shown: 44, counted: 45 },
    ])
  })

  test('L9: a number on the banner that is not the log’s is found', async () => {
    const log = launchLog()
    const verifier = openLog(await publishLog(log))
    await verifier.update()
    const figures = log.figures()
    expect(verifier.compareBanner(figures)).toEqual([])
    const differs = [{ code: 'banner-differs', shown: expect.any(Number), counted: 45 }]
    expect(verifier.compareBanner({ ...figures, remaining: 3 })).toEqual(differs)
    expect(verifier.compareBanner({ ...figures, sold: 5 })).toEqual(differs)
    expect(verifier.compareBanner({ ...figures, cap: 60 })).toEqual(differs)
    expect(verifier.compareBanner({ ...figures, isClosed: true, remaining: 0 })).toEqual(differs)
    // One that the log had before the first reading is a stale one.
    expect(verifier.compareBanner({ ...figures, remaining: 44 })).toEqual(differs)
  })

  test('L9: while seats move, the banner may show any number that the log had between two readings', async () => {
    const log = launchLog()
    let published = await publishLog(log)
    const verifier = openLog({ read: (path) => published.read(path) })
    await verifier.update()
    log.hold(11)
    const between = log.figures()
    log.hold(12)
    published = await publishLog(log)
    expect(verifier.compareBanner(between)).toHaveLength(1)
    expect(await verifier.update()).toEqual([])
    expect(verifier.compareBanner(between)).toEqual([])
    expect(verifier.compareBanner({ ...between, remaining: 10 })).toHaveLength(1)
  })

  test('L9: two visitors who were shown different histories find out when they compare checkpoints', async () => {
    const log = launchLog()
    const one = openLog(await publishLog(log))
    const other = launchLog()
    other.hold(8)
    const [shown, further] = [await publishLog(other), await publishLog(other)]
    log.sell(6)
    const same = await publishLog(log)
    const verifier = openLog(same)
    expect([await one.update(), await verifier.update()]).toEqual([[], []])
    expect(await verifier.compareCheckpoint(same.checkpoint)).toEqual([])
    expect(await verifier.compareCheckpoint(shown.checkpoint)).toEqual([
      { code: 'history-rewritten', size: 13, entry: null },
    ])
    const behind = openLog(await publishLog(launchLog()))
    await behind.update()
    expect(await behind.compareCheckpoint(further.checkpoint)).toEqual([
      { code: 'log-shrunk', size: 12, seen: 13 },
    ])
    const foreign = await publishLog({ ...log, privateKey: new Uint8Array(32).fill(8) })
    expect(await verifier.compareCheckpoint(foreign.checkpoint)).toMatchObject([{ code: 'bad-checkpoint' }])
  })

  test('L9: another key than that of the first visit is found', async () => {
    const log = launchLog()
    const memory = await visit(await publishLog(log))
    const other = await publishLog({ ...log, privateKey: new Uint8Array(32).fill(8) })
    expect(await openLog(other, memory).update()).toMatchObject([{ code: 'bad-checkpoint' }])
  })

  test('L9: the checkpoint of another log is refused, and so is none at all', async () => {
    const log = launchLog()
    const published = await publishLog(log)
    const other = await publishLog({ ...log, origin: 'other.example/log' })
    const read = (path: string) => (path === 'checkpoint' ? other.read(path) : published.read(path))
    expect(await openLog({ read }).update()).toMatchObject([{ code: 'bad-checkpoint' }])
    expect(await openLog(other).update()).toMatchObject([{ code: 'bad-checkpoint' }])
    expect(await openLog({ read: async () => null }).update()).toEqual([{ code: 'log-gone' }])
  })

  test('L9: a tile that is missing is found', async () => {
    const published = await publishLog(longLog(600))
    const read = async (path: string) => (path.includes('001') ? null : published.read(path))
    expect(await openLog({ read }).update()).toEqual([{ code: 'bad-tile', path: 'tile/entries/001' }])
  })
})
