import { type AccentShades, accentShades, darkAccent, neutrals } from './accent.ts'
import type { Brand } from './brand.ts'

/** The file of `brand.font` as it is served. A variable font has all weights. */
export interface BrandFont {
  path: string
  isVariable: boolean
}

/** Comes after the page's own styles and gives their variables (web/ui/tokens.css) the brand's values. */
export function brandStyles({ accent, accentDark, radius, logo }: Brand, font?: BrandFont): string {
  const dark = accentDark ?? (accent && darkAccent(accent))
  return [
    font &&
      // swap: text is painted at once in the system's font.
      `@font-face{font-family:Brand;src:url(${font.path}) format("woff2");font-display:swap${font.isVariable ? ';font-weight:100 900' : ''}}:root{--font:Brand,system-ui,sans-serif}`,
    // The card's corners as much larger as they are in tokens.css.
    radius !== undefined && `:root{--radius:${radius}px;--radius-card:${radius * 1.6}px}`,
    dark &&
      `:root{${variables(neutrals.light)}${accent ? accentVariables(accentShades(accent, 'light')) : ''}}`,
    dark &&
      `@media (prefers-color-scheme:dark){:root{${variables(neutrals.dark)}${accentVariables(accentShades(dark, 'dark'))}}}`,
    logo &&
      '.brand-logo{display:block;width:auto;max-width:min(12rem,50vw);height:1.75rem;object-fit:contain}',
  ]
    .filter(Boolean)
    .join('')
}

const variables = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')

const accentVariables = ({ accent, strong, onAccent, soft }: AccentShades) =>
  `--accent:${accent};--accent-strong:${strong};--on-accent:${onAccent};--track:${soft}`
