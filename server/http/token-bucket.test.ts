import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-bucket.ts'

test('as many as may come at once, then as many as the time brings; each subject has its own', () => {
  let ms = 0
  const use = createTokenBuckets({ perSecond: 10, burst: 3, now: () => ms })
  const uses = (subject: string) => {
    for (let count = 0; ; count += 1)
      try {
        use(subject)
      } catch (error) {
        expect(error).toMatchObject({ code: 'too-many', retryAfterSeconds: 1 })
        return count
      }
  }
  expect(uses('ada')).toBe(3)
  expect(uses('bob')).toBe(3)
  ms = 200
  expect(uses('ada')).toBe(2)
  ms = 60_000
  expect(uses('ada')).toBe(3)
})
