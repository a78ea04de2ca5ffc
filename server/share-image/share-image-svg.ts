import type { AccentShades } from '../../core/brand/accent.ts'
import { escapeHtml } from '../escape-html.ts'

/** As large as Facebook, LinkedIn and X show it. */
export const shareImageSize = { width: 1200, height: 630 }

export interface ShareImageContent {
  name: string
  /** Instead of the name. */
  logo?: { dataUrl: string; width: number; height: number } | undefined
  headline: string
  plans: { name: string; price: string; period: string; isFeatured: boolean }[]
  accent: AccentShades
  /** Of a card, in pixels of a page. */
  radius: number
}

export type FontWeight = 400 | 700

/** The width of a word, in pixels, at a size of 100 pixels. */
export type MeasureWord = (word: string, weight: FontWeight) => number

/** `\p{Common}` are digits, signs and spaces; pictures of its are in no text font. */
const drawable =
  /^(?:(?!\p{Extended_Pictographic}(?<![\u00a9\u00ae\u2122]))[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}])*$/u

/** Whether the font has the letters: one that it lacks would be an empty box. */
export const isDrawable = ({ name, logo, headline, plans }: ShareImageContent): boolean =>
  [logo ? '' : name, headline, ...plans.flatMap((plan) => [plan.name, plan.price, plan.period])].every(
    (text) => drawable.test(text),
  )

const margin = 72
const inner = shareImageSize.width - 2 * margin
const gap = 24
const card = { y: 392, height: 166, padding: 30 }
const logoBox = { width: 460, height: 72 }
const headlineBox = { top: 176, bottom: 368, largest: 74, smallest: 40, lineHeight: 1.14 }
const spaceWidth = 28
const ink = '#1a1a1a'
const soft = '#595959'
const line = '#dcdcdc'

export function drawShareImage(content: ShareImageContent, measure: MeasureWord): string {
  const { width, height } = shareImageSize
  const { accent } = content.accent
  const write = createWriter(measure)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter"><rect width="${width}" height="${height}" fill="#fff"/><rect width="${width}" height="14" fill="${accent}"/>${drawName(content, write)}${drawHeadline(content.headline, write)}${drawPlans(content, write)}</svg>`
}

type Writer = ReturnType<typeof createWriter>

function createWriter(measure: MeasureWord) {
  const words = (text: string) => text.split(/\s+/).filter(Boolean)
  const widthAt100 = (text: string, weight: FontWeight) =>
    words(text).reduce((sum, word, index) => sum + measure(word, weight) + (index > 0 ? spaceWidth : 0), 0)
  const width = (text: string, size: number, weight: FontWeight) => (widthAt100(text, weight) * size) / 100
  return {
    width,
    /** The largest of the sizes at which it is no wider. */
    fit: (text: string, weight: FontWeight, largest: number, room: number) =>
      Math.min(largest, (room / widthAt100(text, weight)) * 100),
    /** Without the last words, if it would be wider. */
    shorten(text: string, size: number, weight: FontWeight, room: number): string {
      if (width(text, size, weight) <= room) return text
      const kept = [...text]
      while (kept.length > 0 && width(`${kept.join('').trimEnd()}…`, size, weight) > room) kept.pop()
      return kept.length > 0 ? `${kept.join('').trimEnd()}…` : ''
    },
    wrap(text: string, size: number, weight: FontWeight, room: number): string[] {
      const lines: string[] = []
      for (const word of words(text)) {
        const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
        if (lines.length > 0 && width(longer, size, weight) <= room) lines[lines.length - 1] = longer
        else lines.push(word)
      }
      return lines
    },
  }
}

const text = (content: string, x: number, y: number, size: number, weight: FontWeight, fill: string) =>
  `<text x="${round(x)}" y="${round(y)}" font-size="${round(size)}" font-weight="${weight}" fill="${fill}">${escapeHtml(content)}</text>`

const round = (value: number) => Math.round(value * 10) / 10

function drawName({ name, logo, accent }: ShareImageContent, write: Writer): string {
  if (logo) {
    const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height)
    return `<image x="${margin}" y="64" width="${round(logo.width * scale)}" height="${round(logo.height * scale)}" href="${logo.dataUrl}"/>`
  }
  const size = 46
  return text(write.shorten(name, size, 700, inner), margin, 122, size, 700, accent.accent)
}

/** As large as it fits, in lines of about the same width; a very long one ends with an ellipsis. */
function drawHeadline(headline: string, write: Writer): string {
  const { top, bottom, largest, smallest, lineHeight } = headlineBox
  const linesAt = (size: number, room = inner) => write.wrap(headline, size, 700, room)
  const mostLines = (size: number) => Math.floor((bottom - top) / (size * lineHeight))
  let size = largest
  while (size > smallest && linesAt(size).length > mostLines(size)) size -= 2
  let room = inner
  while (room > inner / 3 && linesAt(size, room - 20).length === linesAt(size).length) room -= 20
  const lines = linesAt(size, room)
  const shown = lines.slice(0, mostLines(size))
  if (shown.length < lines.length) shown[shown.length - 1] = `${shown.at(-1)} …`
  const first = (top + bottom - shown.length * size * lineHeight) / 2 + size * 0.86
  return shown
    .map((part, index) => {
      const y = first + index * size * lineHeight
      return text(write.shorten(part, size, 700, inner), margin, y, size, 700, ink)
    })
    .join('')
}

function drawPlans({ plans, accent, radius }: ShareImageContent, write: Writer): string {
  const width = (inner - gap * (plans.length - 1)) / plans.length
  const room = width - 2 * card.padding
  return plans
    .map(({ name, price, period, isFeatured }, index) => {
      const x = margin + index * (width + gap)
      const left = x + card.padding
      const fill = isFeatured ? accent.accent : '#fff'
      const [strong, calm] = isFeatured ? [accent.onAccent, accent.onAccent] : [ink, soft]
      // Beside a price that stays readable, or not at all.
      const besidePrice = write.width(period, 24, 400) + 14
      const withPeriod = write.fit(price, 700, 58, room - besidePrice)
      const fits = withPeriod >= 34
      const priceSize = fits ? withPeriod : write.fit(price, 700, 58, room)
      return [
        `<rect x="${round(x)}" y="${card.y}" width="${round(width)}" height="${card.height}" rx="${Math.min(radius * 1.5, 40)}" fill="${fill}" stroke="${isFeatured ? fill : line}" stroke-width="2"/>`,
        text(write.shorten(name, 27, 400, room), left, card.y + 54, 27, 400, calm),
        text(price, left, card.y + 122, priceSize, 700, strong),
        fits && text(period, left + write.width(price, priceSize, 700) + 14, card.y + 122, 24, 400, calm),
      ]
        .filter(Boolean)
        .join('')
    })
    .join('')
}
