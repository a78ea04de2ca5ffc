import { expect, test } from 'vitest'
import { liftAbove } from './avoid-overlap.ts'

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })
const toast = box(16, 700, 366, 760)

test('a toast that covers nothing stays where it is', () => {
  expect(liftAbove(toast, [])).toBe(0)
  expect(liftAbove(toast, [box(16, 600, 366, 646)])).toBe(0)
  expect(liftAbove(toast, [box(400, 700, 600, 746)])).toBe(0)
})

test('a toast over a button rises above it', () => {
  expect(liftAbove(toast, [box(40, 720, 350, 766)])).toBe(48)
})

test('above one button, it does not come to lie on the next', () => {
  const lower = box(40, 720, 350, 766)
  const upper = box(40, 640, 350, 686)
  const liftPx = liftAbove(toast, [upper, lower])
  expect(toast.bottom - liftPx).toBeLessThan(upper.top)
})
