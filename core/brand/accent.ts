import { contrastRatio, type HexColor } from './contrast.ts'
import { fromOklch, type Oklch, toOklch } from './oklch.ts'

export const colorSchemes = ['light', 'dark'] as const
export type ColorScheme = (typeof colorSchemes)[number]

/** Of web/ui/tokens.css. The accent is the text of links and buttons on paper and card, and the bar on the track. */
export const backgrounds = {
  light: { paper: '#fafbfa', card: '#ffffff', track: '#e6ece8' },
  dark: { paper: '#0e1412', card: '#151d1a', track: '#26312c' },
} satisfies Record<ColorScheme, Record<string, HexColor>>

/** WCAG 2 level AA: 1.4.3 for text, 1.4.11 for what belongs to a control. */
const minimumRatio = { text: 4.5, control: 3 }

export function passesContrast(accent: HexColor, scheme: ColorScheme): boolean {
  const { paper, card, track } = backgrounds[scheme]
  return (
    contrastRatio(accent, paper) >= minimumRatio.text &&
    contrastRatio(accent, card) >= minimumRatio.text &&
    contrastRatio(accent, track) >= minimumRatio.control
  )
}

const lightnessSteps = 512

/** The color itself if it passes, otherwise that of the same hue, with as much of its chroma as there is, whose lightness is nearest. */
export function nearestPassing(accent: HexColor, scheme: ColorScheme): HexColor {
  if (passesContrast(accent, scheme)) return accent
  const color = toOklch(accent)
  for (let step = 1; step <= lightnessSteps; step++) {
    for (const lightness of [-1, 1].map((sign) => color.lightness + (sign * step) / lightnessSteps)) {
      if (lightness < 0 || lightness > 1) continue
      const candidate = fromOklch({ ...color, lightness })
      if (passesContrast(candidate, scheme)) return candidate
    }
  }
  return scheme === 'light' ? '#000000' : '#ffffff'
}

/** What is wrong with an accent in a scheme, with the nearest one that passes. */
export function accentProblem(accent: HexColor, scheme: ColorScheme): string | null {
  if (passesContrast(accent, scheme)) return null
  const { card, paper } = backgrounds[scheme]
  const lowest = Math.min(contrastRatio(accent, card), contrastRatio(accent, paper))
  // Rounded down: 4.499 is not 4.5.
  const shown = (Math.floor(lowest * 100) / 100).toFixed(2)
  return `${accent} has a contrast of ${shown}:1 with the ${scheme} page, expected at least ${minimumRatio.text}:1 (WCAG AA); the nearest color that passes is ${nearestPassing(accent, scheme)}`
}

export interface AccentShades {
  accent: HexColor
  /** Under the pointer. */
  strong: HexColor
  /** Text on both of them. */
  onAccent: HexColor
  /** A background with a touch of the accent. */
  soft: HexColor
}

const hoverStep = 0.07
const softChroma = 0.02

/** Of an accent that passes. Text on it has the color of the page, with which the accent has enough contrast. */
export function accentShades(accent: HexColor, scheme: ColorScheme): AccentShades {
  const { card, paper, track } = backgrounds[scheme]
  const color = toOklch(accent)
  const away = scheme === 'light' ? -hoverStep : hoverStep
  const lightness = color.lightness + away
  // Near black or white there is nothing further away.
  const hover: Oklch = {
    ...color,
    lightness: lightness < 0.1 || lightness > 0.98 ? color.lightness - away : lightness,
  }
  const chroma = Math.min(color.chroma, softChroma)
  return {
    accent,
    strong: nearestPassing(fromOklch(hover), scheme),
    onAccent: scheme === 'light' ? card : paper,
    soft: fromOklch({ ...color, lightness: toOklch(track).lightness, chroma }),
  }
}
