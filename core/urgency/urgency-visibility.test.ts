import { expect, test } from 'vitest'
import type { Viewer } from '../viewer.ts'
import { seesUrgency } from './urgency-visibility.ts'

test.each<[rule: string, viewer: Viewer, sees: boolean]>([
  ['V1', { status: 'signed-out' }, true],
  ['V1', { status: 'signed-in', plan: 'free' }, true],
  ['V2', { status: 'loading' }, false],
  ['V3', { status: 'signed-in', plan: 'monthly' }, false],
  ['V3', { status: 'signed-in', plan: 'lifetime' }, false],
  ['V1', { status: 'signed-in', plan: null }, false],
])('%s: %o sees the urgency elements: %s', (_rule, viewer, sees) => {
  expect(seesUrgency(viewer)).toBe(sees)
})
