import type { BrandingSettings } from '../objects/checkout-session.ts'

const radius = { pill: '2rem', rectangular: '0', rounded: '.5rem' }

/** What a Checkout Session's `branding_settings` change on its page. */
export function brandingStyles({ button_color: color, border_style: border }: BrandingSettings): string {
  return [
    color && `button:not(.quiet) { color: ${textOn(color)}; background: ${color}; border-color: ${color}; }`,
    border && `button { border-radius: ${radius[border]}; }`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Where black and white have the same contrast by WCAG 2: (1.05 / (l + .05) = (l + .05) / .05). */
const evenLuminance = 0.179

function textOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > evenLuminance ? '#000' : '#fff'
}
