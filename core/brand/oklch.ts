import { channels, type HexColor, toLinear } from './contrast.ts'

// OKLCH of CSS Color 4: lightness changes, and the hue stays what people see as the same.

export interface Oklch {
  /** 0 to 1. */
  lightness: number
  chroma: number
  /** In radians. */
  hue: number
}

export function toOklch(color: HexColor): Oklch {
  const [red, green, blue] = channels(color).map(toLinear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

/** Of the same lightness and hue, with as much of the chroma as sRGB has there. */
export function fromOklch({ lightness, chroma, hue }: Oklch): HexColor {
  const inLinear = (part: number) => linearRgb({ lightness, chroma: chroma * part, hue })
  const fits = (part: number) => inLinear(part).every((channel) => channel > -0.0001 && channel < 1.0001)
  let [fitting, tooMuch] = fits(1) ? [1, 1] : [0, 1]
  while (tooMuch - fitting > 0.001) {
    const middle = (fitting + tooMuch) / 2
    if (fits(middle)) fitting = middle
    else tooMuch = middle
  }
  return `#${inLinear(fitting).map(toHexDigits).join('')}`
}

function linearRgb({ lightness, chroma, hue }: Oklch): number[] {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function toHexDigits(linear: number): string {
  const bounded = Math.min(1, Math.max(0, linear))
  const channel = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055
  return Math.round(channel * 255)
    .toString(16)
    .padStart(2, '0')
}
