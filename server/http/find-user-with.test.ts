import { expect, test } from 'vitest'
import { findUserWith } from './find-user-with.ts'

const ada = { id: 'ada', email: 'ada@example.com' }
const bob = { id: 'bob', email: 'bob@example.com' }
const headers = (cookie: string) => new Headers({ cookie })

/** Who a cookie belongs to is what `sessions` says at that moment; every reading is recorded. */
function setUp() {
  const sessions = new Map<string, typeof ada>()
  const readings: string[] = []
  let failing = false
  const fail = () => {
    failing = true
  }
  const find = findUserWith(
    async (asked: Headers) => {
      // Later than what is read meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 1))
      readings.push('session')
      return sessions.get(asked.get('cookie') ?? '') ?? null
    },
    async ({ id, email }) => {
      readings.push(id)
      if (failing) throw new Error('The database is away.')
      return `of ${email}`
    },
  )
  return { sessions, readings, find, fail }
}

test('D4: whoever comes again is read beside their session, and not once more', async () => {
  const { sessions, readings, find } = setUp()
  sessions.set('a', ada)
  expect(await find(headers('a'))).toBe('of ada@example.com')
  expect(readings.splice(0)).toEqual(['session', 'ada'])
  expect(await find(headers('a'))).toBe('of ada@example.com')
  expect(readings).toEqual(['ada', 'session'])
})

test('D4: what was read for somebody else than the session now names is given to nobody', async () => {
  const { sessions, find } = setUp()
  sessions.set('a', ada)
  await find(headers('a'))
  sessions.set('a', bob)
  expect(await find(headers('a'))).toBe('of bob@example.com')
  sessions.set('a', { ...bob, email: 'bob@new.example' })
  expect(await find(headers('a'))).toBe('of bob@new.example')
})

test('D4: a session that has ended gets nothing, also when its user was read already or could not be', async () => {
  const { sessions, readings, find, fail } = setUp()
  sessions.set('a', ada)
  await find(headers('a'))
  sessions.clear()
  readings.length = 0
  expect(await find(headers('a'))).toBeNull()
  expect(readings).toEqual(['ada', 'session'])
  expect(await find(headers('a'))).toBeNull()
  expect(readings).toEqual(['ada', 'session', 'session'])
  sessions.set('a', ada)
  await find(headers('a'))
  sessions.clear()
  fail()
  expect(await find(headers('a'))).toBeNull()
})

test('what cannot be read is an error', async () => {
  const { sessions, find, fail } = setUp()
  sessions.set('a', ada)
  await find(headers('a'))
  fail()
  await expect(find(headers('a'))).rejects.toThrow('The database is away.')
})

test('no more than ten thousand are remembered', async () => {
  const { sessions, readings, find } = setUp()
  sessions.set('first', ada)
  await find(headers('first'))
  const others = Array.from({ length: 10_000 }, (_, index) => `b${index}`)
  for (const cookie of others) sessions.set(cookie, bob)
  await Promise.all(others.map((cookie) => find(headers(cookie))))
  readings.length = 0
  await find(headers('first'))
  expect(readings).toEqual(['session', 'ada'])
})
