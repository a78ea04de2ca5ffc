import { expect, onTestFinished, test, vi } from 'vitest'
import { batchCalls, batchReads } from './batch-reads.ts'

interface Row {
  owner: number
  text: string
}
const ownerOf = ({ owner }: Row) => owner

test('what is asked at the same time is one statement, and everyone gets their own rows', async () => {
  const statements: number[][] = []
  const read = batchReads(async (owners: number[]) => {
    statements.push(owners)
    return [
      { owner: 1, text: 'new' },
      { owner: 2, text: 'other' },
      { owner: 1, text: 'old' },
    ]
  }, ownerOf)
  const [ofOne, ofTwo, ofThree, ofOneAgain] = await Promise.all([read(1), read(2), read(3), read(1)])
  expect(ofOne.map(({ text }) => text)).toEqual(['new', 'old'])
  expect(ofTwo.map(({ text }) => text)).toEqual(['other'])
  expect(ofThree).toEqual([])
  expect(ofOneAgain).toEqual(ofOne)
  expect(statements).toEqual([[1, 2, 3]])
})

test('who asks while a statement runs is not given its answer', async () => {
  let stored = 'before'
  const running: (() => void)[] = []
  const read = batchReads(async ([owner = 0]: number[]) => {
    const rows = [{ owner, text: stored }]
    await new Promise<void>((resolve) => running.push(resolve))
    return rows
  }, ownerOf)
  const early = read(1)
  await expect.poll(() => running.length).toBe(1)
  stored = 'after'
  const late = read(1)
  running[0]?.()
  expect(await early).toEqual([{ owner: 1, text: 'before' }])
  await expect.poll(() => running.length).toBe(2)
  running[1]?.()
  expect(await late).toEqual([{ owner: 1, text: 'after' }])
})

test('a statement that fails is told to all who wait for it, and to nobody later', async () => {
  const read = batchReads(async (owners: number[]) => {
    if (owners.includes(13)) throw new Error('unlucky')
    return [{ owner: 1, text: 'fine' }]
  }, ownerOf)
  const outcomes = await Promise.allSettled([read(1), read(13)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read(1)).toEqual([{ owner: 1, text: 'fine' }])
})

test('what is asked while a statement runs goes into one, and each gets the result of its own item', async () => {
  const statements: number[][] = []
  const ends: (() => void)[] = []
  const double = batchCalls(async (items: number[]) => {
    statements.push(items)
    await new Promise<void>((resolve) => ends.push(resolve))
    return items.map((item) => item * 2)
  })
  const first = double(1)
  await expect.poll(() => statements.length).toBe(1)
  const later = [double(2), double(3)]
  await new Promise((resolve) => setImmediate(resolve))
  const last = double(2)
  expect(statements).toEqual([[1]])
  ends[0]?.()
  expect(await first).toBe(2)
  await expect.poll(() => statements.length).toBe(2)
  ends[1]?.()
  expect(await Promise.all([...later, last])).toEqual([4, 6, 4])
  expect(statements[1]).toEqual([2, 3, 2])
})

test('who got no result comes before those who ask meanwhile', async () => {
  const statements: number[][] = []
  let late: Promise<number> | undefined
  const double = batchCalls(async (items: number[]) => {
    statements.push(items)
    late ??= double(4)
    return items.slice(0, 2).map((item) => item * 2)
  })
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6])
  expect(await late).toBe(8)
  expect(statements).toEqual([
    [1, 2, 3],
    [3, 4],
  ])
})

test('with a pause those who come soon after several share a statement, and who comes after one does not wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const statements: number[][] = []
  const double = batchCalls(
    async (items: number[]) => {
      statements.push(items)
      return items.map((item) => item * 2)
    },
    { pauseMs: 20 },
  )
  expect(await double(1)).toBe(2)
  expect(await Promise.all([double(2), double(3)])).toEqual([4, 6])
  const later = [double(4)]
  // In a turn of its own, and without the pause in a statement of its own.
  await new Promise((resolve) => setImmediate(resolve))
  later.push(double(5))
  await vi.advanceTimersByTimeAsync(20)
  expect(await Promise.all(later)).toEqual([8, 10])
  expect(statements).toEqual([[1], [2, 3], [4, 5]])
})
