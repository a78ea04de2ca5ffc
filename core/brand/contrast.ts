/** `#rrggbb` or `#rgb`. */
export type HexColor = string

/** `#abc` as `#aabbcc`. */
export const longHex = (color: HexColor): HexColor =>
  color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color

export const channels = (color: HexColor): [number, number, number] => {
  const digits = longHex(color)
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16) / 255
  return [channel(1), channel(3), channel(5)]
}

export const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

/** Relative luminance of WCAG 2. */
export function relativeLuminance(color: HexColor): number {
  const [red, green, blue] = channels(color).map(toLinear) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of WCAG 2, from 1 to 21. */
export function contrastRatio(one: HexColor, other: HexColor): number {
  const luminances = [relativeLuminance(one), relativeLuminance(other)]
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}
