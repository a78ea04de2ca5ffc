import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accentProblem,
  accentShades,
  colorSchemes,
  darkAccent,
  nearestPassing,
  neutrals,
  passesContrast,
} from './accent.ts'
import { brandStyles } from './brand-styles.ts'
import { contrastRatio, relativeLuminance } from './contrast.ts'
import { fromOklch, toOklch } from './oklch.ts'

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)
const anyScheme = fc.constantFrom(...colorSchemes)
const runs = { numRuns: 1_000 }

describe('contrast', () => {
  // Published ones: the examples by which pages about WCAG 1.4.3 and 1.4.11 show the thresholds.
  test.each([
    ['#000000', '#ffffff', 21],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#949494', '#ffffff', 3.03],
    ['#999', '#fff', 2.85],
    ['#0000ff', '#ffffff', 8.59],
    ['#ff0000', '#ffffff', 4],
    ['#123456', '#123456', 1],
  ])('of %s with %s is the published %d', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2)
    expect(contrastRatio(other, one)).toBe(contrastRatio(one, other))
  })

  test('the luminance of the primaries is their weight in WCAG', () => {
    expect(['#ff0000', '#00ff00', '#0000ff'].map(relativeLuminance)).toEqual([0.2126, 0.7152, 0.0722])
  })
})

describe('OKLCH', () => {
  // As CSS Color 4 gives them.
  test.each([
    ['#ffffff', 1, 0],
    ['#000000', 0, 0],
    ['#ff0000', 0.628, 0.258],
    ['#00ff00', 0.866, 0.295],
    ['#0000ff', 0.452, 0.313],
  ])('of %s has the published lightness and chroma', (color, lightness, chroma) => {
    expect(toOklch(color).lightness).toBeCloseTo(lightness, 3)
    expect(toOklch(color).chroma).toBeCloseTo(chroma, 3)
  })

  test('every colour is found again', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        expect(fromOklch(toOklch(color))).toBe(color)
      }),
      runs,
    )
  })
})

describe('an accent', () => {
  test('is measured against the backgrounds that pages with a brand have, all of them grey', () => {
    const styles = brandStyles({ accent: '#4f46e5' })
    const [light = '', dark = ''] = styles.split('@media')
    for (const [css, scheme] of [
      [light, 'light'],
      [dark, 'dark'],
    ] as const)
      for (const [name, color] of Object.entries(neutrals[scheme])) {
        expect(css).toContain(`--${name}:${color};`)
        expect(toOklch(color).chroma).toBeLessThan(0.012)
      }
  })

  test('the text of such pages can be read on every background, and the soft one on paper and card', () => {
    for (const { paper, card, track, ink, 'ink-soft': soft } of Object.values(neutrals)) {
      for (const background of [paper, card, track])
        expect(contrastRatio(ink, background)).toBeGreaterThanOrEqual(7)
      for (const background of [paper, card])
        expect(contrastRatio(soft, background)).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('the one that the pages are built with passes', () => {
    expect(passesContrast('#0a6b4e', 'light')).toBe(true)
    expect(passesContrast('#57c79c', 'dark')).toBe(true)
  })

  test('that fails is answered with its contrast and the nearest that passes', () => {
    expect(accentProblem('#767676', 'light')).toBe(
      `#767676 has a contrast of 4.35:1 with the light page, expected at least 4.5:1 (WCAG AA); the nearest colour that passes is ${nearestPassing('#767676', 'light')}`,
    )
    expect(accentProblem('#4f46e5', 'light')).toBeNull()
    expect(accentProblem('#4f46e5', 'dark')).toContain('with the dark page')
  })

  test('the proposed colour always passes, and is the colour itself when that does', () => {
    fc.assert(
      fc.property(anyColor, anyScheme, (color, scheme) => {
        const proposed = nearestPassing(color, scheme)
        expect(passesContrast(proposed, scheme)).toBe(true)
        expect(proposed === color).toBe(passesContrast(color, scheme))
      }),
      runs,
    )
  })

  test('the proposed colour has the hue, and is as near as any lightness of it that passes', () => {
    fc.assert(
      fc.property(anyColor, anyScheme, (color, scheme) => {
        const [given, proposed] = [color, nearestPassing(color, scheme)].map(toOklch) as [
          ReturnType<typeof toOklch>,
          ReturnType<typeof toOklch>,
        ]
        // The hue of a grey, or of what is nearly black or white in 8 bits a channel, means nothing.
        if (proposed.chroma > 0.05) expect(Math.cos(given.hue - proposed.hue)).toBeGreaterThan(0.99)
        expect(proposed.chroma).toBeLessThan(given.chroma + 0.01)
        const distance = Math.abs(given.lightness - proposed.lightness)
        for (let nearer = 0; nearer < distance - 0.01; nearer += 0.01)
          for (const lightness of [given.lightness - nearer, given.lightness + nearer])
            if (lightness >= 0 && lightness <= 1)
              expect(passesContrast(fromOklch({ ...given, lightness }), scheme)).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  test('the one worked out for a dark page has a soft background as light as the track', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const { accent, soft } = accentShades(darkAccent(color), 'dark')
        expect(passesContrast(accent, 'dark')).toBe(true)
        expect(toOklch(soft).lightness).toBeCloseTo(toOklch(neutrals.dark.track).lightness, 1)
      }),
      runs,
    )
  })

  test('its shades carry their text, and the one under the pointer differs', () => {
    fc.assert(
      fc.property(anyColor, anyScheme, (color, scheme) => {
        const { accent, strong, onAccent, soft } = accentShades(nearestPassing(color, scheme), scheme)
        expect(passesContrast(strong, scheme)).toBe(true)
        expect(strong).not.toBe(accent)
        expect(contrastRatio(onAccent, accent)).toBeGreaterThanOrEqual(4.5)
        expect(contrastRatio(onAccent, strong)).toBeGreaterThanOrEqual(4.5)
        expect(contrastRatio(soft, accent)).toBeGreaterThanOrEqual(4.5)
        expect(contrastRatio(soft, neutrals[scheme].ink)).toBeGreaterThanOrEqual(4.5)
      }),
      runs,
    )
  })
})
