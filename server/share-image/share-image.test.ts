import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { accentShades } from '../../core/brand/accent.ts'
import { Brand } from '../../core/brand/brand.ts'
import { atLaterPrice } from '../../core/plans/plan-card.ts'
import { wordmark } from '../../tests/support/brand/brand-files.ts'
import { loadBrand } from '../brand/load-brand.ts'
import { createLog } from '../log.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'
import { createShareImages, type DrawShareImage } from './create-share-images.ts'
import { renderShareImage } from './render-png.ts'
import { shareImageContent } from './share-image-content.ts'
import { drawShareImage, isDrawable, type ShareImageContent } from './share-image-svg.ts'

const { resolve } = createRequire(import.meta.url)
const catalogue = loadCatalogue('pricing.config.json')
const content = shareImageContent(catalogue, undefined)
/** As wide as letters of Inter are on average. */
const measure = (word: string) => 56 * [...word].length
const shown = (given: ShareImageContent) =>
  [...drawShareImage(given, measure).matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text)

function withLogo() {
  const folder = mkdtempSync(join(tmpdir(), 'fairseat-share-'))
  writeFileSync(join(folder, 'logo.svg'), wordmark('#6d28d9'))
  return loadBrand(Brand.parse({ logo: 'logo.svg' }), join(folder, 'pricing.config.json'))
}

describe('the image for messengers', () => {
  test('is a PNG of 1200 by 630 pixels', async () => {
    const read = (name: string) => new Uint8Array(readFileSync(resolve(name)))
    const png = Buffer.from(
      await renderShareImage(
        { ...content, logo: shareImageContent(catalogue, withLogo()).logo },
        {
          wasm: read('@resvg/resvg-wasm/index_bg.wasm'),
          fonts: ['400Regular/Inter_400Regular.ttf', '700Bold/Inter_700Bold.ttf'].map((name) =>
            read(`@expo-google-fonts/inter/${name}`),
          ),
        },
      ),
    )
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    // A page without letters has a tenth of it.
    expect(png.length).toBeGreaterThan(20_000)
    expect(png.length).toBeLessThan(300_000)
  })

  test('shows the name, the headline and every plan with its price', () => {
    expect(shown(content)).toEqual([
      'Fairseat',
      'Simple pricing,',
      'fair to everyone',
      ...['Free', '$0', 'forever'],
      ...['Monthly', '$9', 'per month'],
      ...['Lifetime', '$89', 'one payment'],
    ])
  })

  test('shows the logo instead of the name', () => {
    const branded = shareImageContent(catalogue, withLogo())
    expect(shown(branded)).not.toContain('Fairseat')
    expect(drawShareImage(branded, measure)).toContain('href="data:image/svg+xml;base64,')
  })

  test('text is never markup', () => {
    const svg = drawShareImage({ ...content, name: '<image href="x"/>', headline: '"&<' }, measure)
    expect(svg).not.toContain('<image')
    expect(svg).toContain('&#34;&#38;&#60;')
  })

  test('nothing is wider than its place, whatever the catalogue holds', () => {
    const anyText = fc.array(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 12 })
    const text = anyText.map(
      (words) =>
        words
          .join(' ')
          .replace(/[<>&"]/g, 'x')
          .trim() || 'x',
    )
    const plan = fc.record({ name: text, price: text, period: text, isFeatured: fc.boolean() })
    fc.assert(
      fc.property(text, text, fc.tuple(plan, plan, plan), (name, headline, plans) => {
        const svg = drawShareImage({ ...content, name, headline, plans }, measure)
        const cards = [...svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)]
        const rightEdges = cards.map(([, x, width]) => Number(x) + Number(width))
        for (const [, x, y, size, words = ''] of svg.matchAll(
          /<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*>([^<]*)/g,
        )) {
          const drawn = words.split(/\s+/).filter(Boolean)
          const wide = drawn.reduce((sum, word) => sum + measure(word), (drawn.length - 1) * 28)
          const right = Number(x) + (wide * Number(size)) / 100
          const edge = Number(y) < 380 ? 1128 : (rightEdges.find((edge) => Number(x) < edge) ?? 0)
          expect(right).toBeLessThanOrEqual(edge + 1)
        }
      }),
    )
  })

  test('there is none when the font lacks the letters', () => {
    const named = (name: string) => isDrawable({ ...content, name })
    expect(
      ['Fairseat', 'Größe & Ćwiartka', 'Ελλάδα', 'Ваза', 'Shop™ 2', '€ ¥ ₩ – “x”'].map(named),
    ).not.toContain(false)
    expect(['席', 'مقعد', 'Rocket 🚀'].map(named)).not.toContain(true)
    expect(isDrawable({ ...shareImageContent(catalogue, withLogo()), name: '席' })).toBe(true)
  })

  test('text on the price in front can be read', () => {
    const svg = drawShareImage({ ...content, accent: accentShades('#111111', 'light') }, measure)
    expect(svg).toMatch(/fill="#111111" stroke="#111111"/)
    expect(svg).toMatch(/fill="#ffffff">\$89</)
  })
})

describe('its address', () => {
  afterEach(() => void vi.useRealTimers())
  function images(draw: DrawShareImage) {
    const errors: string[] = []
    const log = createLog({ level: 'error', plain: false, write: (line) => void errors.push(line) })
    const all = createShareImages({ draw, brand: undefined, log })
    return { ...all, errors, path: all.pathFor(catalogue) ?? '' }
  }

  test('L3: changes with the price, and both stay', async () => {
    const { path, pathFor, read } = images(async ({ plans }) => Buffer.from(plans[2]?.price ?? ''))
    const later = pathFor(atLaterPrice(catalogue)) ?? ''
    expect([path, later]).toEqual([
      expect.stringMatching(/^\/assets\/share-[\w-]{12}\.png$/),
      expect.not.stringMatching(path),
    ])
    const text = async (at: string) => Buffer.from((await read(at))?.identity.body ?? []).toString()
    expect([await text(path), await text(later)]).toEqual(['$89', '$149'])
    expect(pathFor(catalogue)).toBe(path)
  })

  test('many who ask at once cost one drawing, and those after them none', async () => {
    const draw = vi.fn(async () => new Uint8Array(3))
    const { path, find, read } = images(draw)
    expect(find(path)).toBeUndefined()
    await Promise.all([read(path), read(path), read(path)])
    await read(path)
    expect(draw).toHaveBeenCalledTimes(1)
    expect(find(path)?.identity.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('a failure is logged, is no image, and is tried again after a minute', async () => {
    vi.useFakeTimers()
    const draw = vi.fn<DrawShareImage>().mockRejectedValueOnce(new Error('out of memory'))
    draw.mockResolvedValue(new Uint8Array(3))
    const { path, read, errors } = images(draw)
    expect(await read(path)).toBeUndefined()
    expect(await read(path)).toBeUndefined()
    expect(errors).toEqual([expect.stringContaining('The image for messengers was not drawn.')])
    vi.advanceTimersByTime(60_000)
    expect(await read(path)).toBeDefined()
    expect(draw).toHaveBeenCalledTimes(2)
  })

  test('no other address is drawn', async () => {
    const draw = vi.fn<DrawShareImage>()
    expect(await images(draw).read('/assets/share-AAAAAAAAAAAA.png')).toBeUndefined()
    expect(draw).not.toHaveBeenCalled()
  })
})
