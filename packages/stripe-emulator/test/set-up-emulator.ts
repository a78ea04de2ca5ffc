import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { EmulatorOptions } from '../src/start-emulator.ts'
import { openEmulator, type TestEmulator } from '../src/testing.ts'

/** An emulator for all tests of a file, or a new one for each. */
export function setUpEmulator(per: 'file' | 'test' = 'file', options: Partial<EmulatorOptions> = {}) {
  const emulator = {} as TestEmulator
  const [before, after] = per === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach]
  before(async () => void Object.assign(emulator, await openEmulator(options)))
  after(() => emulator.close())
  const stripe = new Proxy({} as Stripe, { get: (_, name) => Reflect.get(emulator.stripe, name) })
  return { emulator, stripe }
}

const startedMs = Date.now()
/** From a day on which this month and the next have no end of month in the way. */
export const marchMs = () => Date.UTC(2026, 2, 10, 12) + Date.now() - startedMs
