import { describe, expect, test } from 'vitest'
import { createFakeClock } from '../../tests/support/app/fake-clock.ts'
import { createToastTimeline } from './toast-timeline.ts'

const timings = { firstMs: 3_000, everyMs: 45_000, visibleMs: 4_000, fadeMs: 300 }

function startTimeline({ reducedMotion = false, startLateMs = 0 } = {}) {
  const clock = createFakeClock()
  let count = 0
  const timeline = createToastTimeline({
    timings,
    nextPurchase: () => ({ name: `Buyer ${++count}`, country: 'Norway', plan: 'lifetime' }),
    reducedMotion: () => reducedMotion,
    clock,
  })
  clock.advance(startLateMs)
  timeline.start(0)
  return { clock, timeline, shown: () => timeline.get()?.purchase.name, phase: () => timeline.get()?.phase }
}

describe('the toast timeline', () => {
  test('T4: appears at 3 s, 48 s and 93 s after page load', () => {
    const { clock, shown } = startTimeline()
    clock.advance(2_999)
    expect(shown()).toBeUndefined()
    clock.advance(1)
    expect(shown()).toBe('Buyer 1')
    clock.advance(44_999)
    expect(shown()).toBeUndefined()
    clock.advance(1)
    expect(shown()).toBe('Buyer 2')
    clock.advance(45_000)
    expect(shown()).toBe('Buyer 3')
  })

  test('T5: stands 4,000 ms, fades 300 ms, is gone', () => {
    const { clock, phase } = startTimeline()
    clock.advance(3_000 + 3_999)
    expect(phase()).toBe('visible')
    clock.advance(1)
    expect(phase()).toBe('leaving')
    clock.advance(299)
    expect(phase()).toBe('leaving')
    clock.advance(1)
    expect(phase()).toBeUndefined()
  })

  test('T7: holding it keeps the time that was left', () => {
    const { clock, timeline, phase } = startTimeline()
    clock.advance(3_000 + 3_000)
    timeline.hold('pointer')
    clock.advance(20_000)
    expect(phase()).toBe('visible')
    timeline.release('pointer')
    clock.advance(999)
    expect(phase()).toBe('visible')
    clock.advance(1)
    expect(phase()).toBe('leaving')
  })

  test('T7: focus goes on holding it when the pointer leaves', () => {
    const { clock, timeline, phase } = startTimeline()
    clock.advance(3_000)
    timeline.hold('pointer')
    timeline.hold('focus')
    timeline.release('pointer')
    clock.advance(10_000)
    expect(phase()).toBe('visible')
    timeline.release('focus')
    clock.advance(4_300)
    expect(phase()).toBeUndefined()
  })

  test('T7: a pointer that arrives during the fade brings it back', () => {
    const { clock, timeline, phase } = startTimeline()
    clock.advance(3_000 + 4_100)
    timeline.hold('pointer')
    clock.advance(1_000)
    expect(phase()).toBe('visible')
    timeline.release('pointer')
    clock.advance(300)
    expect(phase()).toBeUndefined()
  })

  test('T7: an appearance that falls due while another is held is dropped, the next keeps its moment', () => {
    const { clock, timeline, shown } = startTimeline()
    clock.advance(3_000)
    timeline.hold('pointer')
    clock.advance(60_000)
    expect(shown()).toBe('Buyer 1')
    timeline.release('pointer')
    clock.advance(29_999)
    expect(shown()).toBeUndefined()
    clock.advance(1)
    expect(shown()).toBe('Buyer 2')
  })

  test('T7: closing removes it at once and never disturbs the next', () => {
    const { clock, timeline, shown } = startTimeline()
    clock.advance(3_500)
    timeline.close()
    expect(shown()).toBeUndefined()
    clock.advance(44_499)
    expect(shown()).toBeUndefined()
    clock.advance(1)
    expect(shown()).toBe('Buyer 2')
    clock.advance(3_999)
    expect(shown()).toBe('Buyer 2')
  })

  test('T7: a hidden tab shows nothing and piles nothing up', () => {
    const { clock, timeline, shown } = startTimeline()
    clock.advance(3_500)
    timeline.setTabHidden(true)
    expect(shown()).toBeUndefined()
    clock.advance(100_000)
    timeline.setTabHidden(false)
    expect(shown()).toBeUndefined()
    clock.advance(34_499)
    expect(shown()).toBeUndefined()
    clock.advance(1)
    expect(shown()).toBe('Buyer 2')
  })

  test('T7: after a sleep nothing late appears, and the grid holds', () => {
    const { clock, shown } = startTimeline()
    clock.sleep(60_000)
    expect(shown()).toBeUndefined()
    clock.advance(33_000)
    expect(shown()).toBe('Buyer 1')
  })

  test('T4 T5: a timer a little late shows only what is left', () => {
    const { clock, phase } = startTimeline()
    clock.sleep(5_000)
    expect(phase()).toBe('visible')
    clock.advance(2_300)
    expect(phase()).toBeUndefined()
  })

  test('T7: reduced motion drops the fade', () => {
    const { clock, phase } = startTimeline({ reducedMotion: true })
    clock.advance(3_000 + 4_000)
    expect(phase()).toBeUndefined()
  })

  test('T4: a page whose script came late shows the first at once and keeps the grid', () => {
    const { clock, shown } = startTimeline({ startLateMs: 10_000 })
    expect(shown()).toBe('Buyer 1')
    clock.advance(37_999)
    expect(shown()).toBeUndefined()
    clock.advance(1)
    expect(shown()).toBe('Buyer 2')
  })

  test('stopped, it shows nothing more', () => {
    const { clock, timeline, shown } = startTimeline()
    clock.advance(3_500)
    timeline.stop()
    expect(shown()).toBeUndefined()
    clock.advance(200_000)
    expect(shown()).toBeUndefined()
  })
})
