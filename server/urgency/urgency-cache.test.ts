import { expect, test } from 'vitest'
import type { LiveUrgency } from '../../core/urgency/contract.ts'
import { createUrgencyCache } from './urgency-cache.ts'

test('a reading that was forgotten while it was under way is not what the next ones hear', async () => {
  const finish: ((price: string) => void)[] = []
  const read = () =>
    new Promise<LiveUrgency>((resolve) => finish.push((price) => resolve({ price } as LiveUrgency)))
  const cache = createUrgencyCache(read, () => {})
  const said = () => Buffer.from(cache.fresh()?.identity.body ?? []).toString()

  const before = cache.read()
  cache.forget()
  const after = cache.read()
  finish[0]?.('$89')
  await before
  expect(said()).toBe('')
  finish[1]?.('$149')
  await after
  expect(said()).toBe('{"price":"$149"}')
})
