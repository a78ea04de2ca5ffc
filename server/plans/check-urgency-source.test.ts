import { expect, test } from 'vitest'
import { checkUrgencySource } from './check-urgency-source.ts'

test('L6: with a live payment key and no choice the start fails, says why and what to set', () => {
  expect(() => checkUrgencySource(undefined, true)).toThrow(/must be chosen.*URGENCY_SOURCE.*2005\/29\/EC/s)
})

test('L6: simulated with a live key starts with a warning of the law in the main markets and the setting', () => {
  const warning = checkUrgencySource('simulated', true)
  for (const word of ['2005/29/EC', 'Consumers Act 2024', 'FTC Act', 'URGENCY_SOURCE=live'])
    expect(warning).toContain(word)
})

test('L6: a choice of live, and any test mode, start in silence', () => {
  expect(checkUrgencySource('live', true)).toBeNull()
  expect(checkUrgencySource(undefined, false)).toBeNull()
  expect(checkUrgencySource('simulated', false)).toBeNull()
})
