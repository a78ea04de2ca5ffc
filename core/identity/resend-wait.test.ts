import { expect, test } from 'vitest'
import { createFakeClock } from '../../tests/support/app/fake-clock.ts'
import { createResendWait } from './resend-wait.ts'

test('the wait counts down in whole seconds to 0', () => {
  const clock = createFakeClock(5)
  const wait = createResendWait(clock)
  expect(wait.get()).toBe(0)
  wait.start(30)
  expect(wait.get()).toBe(30)
  clock.advance(999)
  expect(wait.get()).toBe(30)
  clock.advance(1)
  expect(wait.get()).toBe(29)
  clock.advance(28_000)
  expect(wait.get()).toBe(1)
  clock.advance(1_000)
  expect(wait.get()).toBe(0)
})

test('after a sleep the wait is what is really left', () => {
  const clock = createFakeClock()
  const wait = createResendWait(clock)
  wait.start(30)
  clock.sleep(20_500)
  expect(wait.get()).toBe(10)
  clock.sleep(60_000)
  expect(wait.get()).toBe(0)
})

test('a wait can be cleared or started again', () => {
  const clock = createFakeClock()
  const wait = createResendWait(clock)
  wait.start(30)
  wait.start(60)
  expect(wait.get()).toBe(60)
  wait.clear()
  clock.advance(1_000)
  expect(wait.get()).toBe(0)
})
