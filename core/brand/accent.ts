import { contrastRatio, type HexColor } from './contrast.ts'
import { fromOklch, type Oklch, toOklch } from './oklch.ts'

export const colorSchemes = ['light', 'dark'] as const
export type ColorScheme = (typeof colorSchemes)[number]

/**
 * What is not the accent, on pages with an accent of their own; those of web/ui/tokens.css have a tint of the accent there. The
 * accent is the colour of text, of borders and of the focus on paper and card.
 */
export const neutrals = {
  light: {
    paper: '#fafafa',
    card: '#ffffff',
    ink: '#1b1b1d',
    'ink-soft': '#5b5b61',
    line: '#e1e1e4',
    track: '#eaeaec',
  },
  dark: {
    paper: '#121214',
    card: '#1a1a1d',
    ink: '#eeeef0',
    'ink-soft': '#a8a8af',
    line: '#303035',
    track: '#2c2c31',
  },
} satisfies Record<ColorScheme, Record<string, HexColor>>

/** Of web/ui/tokens.css. */
const ownAccent = { light: '#0a6b4e', dark: '#57c79c' } satisfies Record<ColorScheme, HexColor>

/** The accent that pages have in each scheme. */
export const accentsOf = ({
  accent,
  accentDark,
}: {
  accent?: HexColor | undefined
  accentDark?: HexColor | undefined
} = {}) => ({
  light: accent ?? ownAccent.light,
  dark: accentDark ?? (accent ? darkAccent(accent) : ownAccent.dark),
})

/** Of text, WCAG 2 level AA (1.4.3). It is more than the 3:1 of controls (1.4.11). */
const textRatio = 4.5

export function passesContrast(accent: HexColor, scheme: ColorScheme, ratio = textRatio): boolean {
  const { paper, card } = neutrals[scheme]
  return contrastRatio(accent, paper) >= ratio && contrastRatio(accent, card) >= ratio
}

const lightnessSteps = 512

/** The colour itself if it passes, otherwise that of the same hue, with as much of its chroma as there is, whose lightness is nearest. */
export function nearestPassing(accent: HexColor, scheme: ColorScheme, ratio = textRatio): HexColor {
  if (passesContrast(accent, scheme, ratio)) return accent
  const color = toOklch(accent)
  for (let step = 1; step <= lightnessSteps; step++) {
    for (const lightness of [-1, 1].map((sign) => color.lightness + (sign * step) / lightnessSteps)) {
      if (lightness < 0 || lightness > 1) continue
      const candidate = fromOklch({ ...color, lightness })
      if (passesContrast(candidate, scheme, ratio)) return candidate
    }
  }
  return scheme === 'light' ? '#000000' : '#ffffff'
}

/** Enough for text on the track, too. */
const comfortableRatio = 6

/** For a dark page, when the operator has chosen one for a light page only. */
export const darkAccent = (accent: HexColor): HexColor => nearestPassing(accent, 'dark', comfortableRatio)

/** What is wrong with an accent in a scheme, with the nearest one that passes. */
export function accentProblem(accent: HexColor, scheme: ColorScheme): string | null {
  if (passesContrast(accent, scheme)) return null
  const { card, paper } = neutrals[scheme]
  const lowest = Math.min(contrastRatio(accent, card), contrastRatio(accent, paper))
  // Rounded down: 4.499 is not 4.5.
  const shown = (Math.floor(lowest * 100) / 100).toFixed(2)
  return `${accent} has a contrast of ${shown}:1 with the ${scheme} page, expected at least ${textRatio}:1 (WCAG AA); the nearest colour that passes is ${nearestPassing(accent, scheme)}`
}

export interface AccentShades {
  accent: HexColor
  /** Under the pointer. */
  strong: HexColor
  /** Text on both of them. */
  onAccent: HexColor
  /** A background with a touch of the accent, on which it is text. */
  soft: HexColor
}

const hoverStep = 0.07
const softChroma = 0.02
const softStep = 1 / 256

/** Of an accent that passes. Text on it has the colour of the page, with which the accent has enough contrast. */
export function accentShades(accent: HexColor, scheme: ColorScheme): AccentShades {
  const { card, paper } = neutrals[scheme]
  const color = toOklch(accent)
  const away = scheme === 'light' ? -hoverStep : hoverStep
  const lightness = color.lightness + away
  // Near black or white there is nothing further away.
  const hover: Oklch = {
    ...color,
    lightness: lightness < 0.1 || lightness > 0.98 ? color.lightness - away : lightness,
  }
  return {
    accent,
    strong: fromOklch(hover),
    onAccent: scheme === 'light' ? card : paper,
    soft: softBackground(accent, scheme),
  }
}

/** As light as the track; nearer to the page if the accent would be hard to read on it. */
function softBackground(accent: HexColor, scheme: ColorScheme): HexColor {
  const { chroma, hue } = toOklch(accent)
  const soft: Oklch = { ...toOklch(neutrals[scheme].track), chroma: Math.min(chroma, softChroma), hue }
  const step = scheme === 'light' ? softStep : -softStep
  while (contrastRatio(fromOklch(soft), accent) < textRatio) soft.lightness += step
  return fromOklch(soft)
}
