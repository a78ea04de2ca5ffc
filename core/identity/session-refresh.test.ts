import { describe, expect, test } from 'vitest'
import { createFakeClock } from '../../tests/support/app/fake-clock.ts'
import { createSessionRefresh, isRefreshDue } from './session-refresh.ts'

const hourMs = 3_600_000
const tickMs = 30_000

test.each([
  [4 * tickMs, false],
  [4 * tickMs - 1, true],
  [3 * tickMs, true],
  [0, true],
  [-1, true],
  [hourMs, false],
])('I4: with %i ms of the window left a refresh is due: %s', (leftMs, due) => {
  expect(isRefreshDue(1_000_000 + leftMs, 1_000_000)).toBe(due)
})

/** One browser: tabs that share a value and a lock, and a server that counts. */
function openBrowser() {
  const clock = createFakeClock()
  const refreshedAt: number[] = []
  let sharedValue: number | null = null
  let queue = Promise.resolve()
  const browser = {
    clock,
    refreshedAt,
    ended: 0,
    hidden: false,
    response: async (): Promise<'ended' | { accessExpiresAt: number }> => ({
      accessExpiresAt: clock.now() + hourMs,
    }),
    openTab(accessExpiresAt = hourMs) {
      const tab = createSessionRefresh({
        accessExpiresAt,
        clock,
        refresh() {
          refreshedAt.push(clock.now())
          return browser.response()
        },
        shared: {
          read: () => sharedValue,
          write(value) {
            sharedValue = value
          },
        },
        exclusively(run) {
          const done = queue.then(run)
          queue = done.catch(() => {})
          return done
        },
        isHidden: () => browser.hidden,
        onEnded() {
          browser.ended++
        },
      })
      tab.start()
      return tab
    },
    /** Tick by tick, with room for what each one starts. */
    async pass(ms: number) {
      for (let passedMs = 0; passedMs < ms; passedMs += tickMs) {
        clock.advance(Math.min(tickMs, ms - passedMs))
        await settle()
      }
    },
  }
  return browser
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('keeping a session', () => {
  test('I4: over three hours of 30 s ticks it refreshes exactly when three ticks remain', async () => {
    const browser = openBrowser()
    browser.openTab()
    await browser.pass(hourMs - 4 * tickMs)
    expect(browser.refreshedAt).toEqual([])
    await browser.pass(tickMs)
    const first = hourMs - 3 * tickMs
    expect(browser.refreshedAt).toEqual([first])
    await browser.pass(2 * hourMs)
    expect(browser.refreshedAt).toEqual([first, 2 * first, 3 * first])
  })

  test('I4: a window that is nearly over when the page opens is refreshed at once', async () => {
    const browser = openBrowser()
    browser.openTab(tickMs)
    await settle()
    expect(browser.refreshedAt).toEqual([0])
  })

  test('I4: two tabs make one refresh', async () => {
    const browser = openBrowser()
    browser.openTab()
    browser.openTab()
    await browser.pass(hourMs)
    expect(browser.refreshedAt).toHaveLength(1)
    await browser.pass(hourMs)
    expect(browser.refreshedAt).toHaveLength(2)
  })

  test('I4: a hidden tab does nothing, and checks at once when it is seen again', async () => {
    const browser = openBrowser()
    const tab = browser.openTab()
    browser.hidden = true
    await browser.pass(2 * hourMs)
    expect(browser.refreshedAt).toEqual([])
    browser.hidden = false
    browser.clock.advance(10_000)
    tab.becameVisible()
    await settle()
    expect(browser.refreshedAt).toEqual([2 * hourMs + 10_000])
  })

  test('I4: a tab that is seen again with time left asks nothing', async () => {
    const browser = openBrowser()
    const tab = browser.openTab()
    tab.becameVisible()
    await settle()
    expect(browser.refreshedAt).toEqual([])
  })

  test('I4: without a network the session is kept and the next tick tries again', async () => {
    const browser = openBrowser()
    const online = browser.response
    browser.response = () => Promise.reject(new TypeError('Failed to fetch'))
    browser.openTab()
    await browser.pass(hourMs - tickMs)
    const first = hourMs - 3 * tickMs
    expect(browser.refreshedAt).toEqual([first, first + tickMs, first + 2 * tickMs])
    expect(browser.ended).toBe(0)
    browser.response = online
    await browser.pass(10 * tickMs)
    expect(browser.refreshedAt).toHaveLength(4)
    expect(browser.ended).toBe(0)
  })

  test('I4: a refusal ends the session, and nothing more is asked', async () => {
    const browser = openBrowser()
    browser.response = async () => 'ended'
    const tab = browser.openTab()
    await browser.pass(2 * hourMs)
    tab.becameVisible()
    await settle()
    expect(browser.refreshedAt).toHaveLength(1)
    expect(browser.ended).toBe(1)
  })

  test('I4: an answer slower than a tick is not asked for twice', async () => {
    const browser = openBrowser()
    let arrive = () => {}
    browser.response = () =>
      new Promise((resolve) => {
        arrive = () => resolve({ accessExpiresAt: browser.clock.now() + hourMs })
      })
    browser.openTab()
    await browser.pass(hourMs)
    expect(browser.refreshedAt).toHaveLength(1)
    arrive()
    await settle()
    await browser.pass(tickMs)
    expect(browser.refreshedAt).toHaveLength(1)
  })

  test('stopped, it asks nothing and ends nothing', async () => {
    const browser = openBrowser()
    browser.response = async () => 'ended'
    const tab = browser.openTab()
    tab.stop()
    await browser.pass(2 * hourMs)
    tab.becameVisible()
    expect(browser.refreshedAt).toEqual([])
    expect(browser.ended).toBe(0)
  })
})
