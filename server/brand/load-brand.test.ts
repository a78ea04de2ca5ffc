import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Brand } from '../../core/brand/brand.ts'
import { largeWordmark, png, woff2, wordmark } from '../../tests/support/brand/brand-files.ts'
import { loadBrand } from './load-brand.ts'

/** `brand` of a catalogue beside these files. */
function load(brand: unknown, files: Record<string, string | Uint8Array> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fairseat-brand-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const catalogueFile = join(folder, 'pricing.config.json')
  writeFileSync(catalogueFile, JSON.stringify({ brand }))
  return loadBrand(Brand.parse(brand), catalogueFile)
}

const svgWith = (content: string) => wordmark('#123456').replace('</svg>', `${content}</svg>`)
const font = woff2([{ tag: 'head', data: new Uint8Array(300) }])
// The table's own index stands in the directory of a font that a tool has made.
const fvar = Buffer.from([47, 1])

const styles = (content: Uint8Array) => load({ font: 'a.woff2' }, { 'a.woff2': content })?.styles

describe('the files of a brand', () => {
  test('a catalogue without a brand has none', () => {
    expect(loadBrand(undefined, 'pricing.config.json')).toBeUndefined()
  })

  test('each is served under a name that carries a hash of its content, for good', () => {
    const brand = { logo: 'logo.svg', logoDark: 'night.png', favicon: 'icon.ico', font: 'text.woff2' }
    const icon = Uint8Array.from([0, 0, 1, 0, 1, 0])
    const files = {
      'logo.svg': largeWordmark('#123456'),
      'night.png': png(8, 4),
      'icon.ico': icon,
      'text.woff2': font,
    }
    const loaded = load(brand, files)
    const paths = [...(loaded?.assets.keys() ?? [])]
    expect(paths).toEqual([
      expect.stringMatching(/^\/assets\/logo-[\w-]{12}\.svg$/),
      expect.stringMatching(/^\/assets\/logoDark-[\w-]{12}\.png$/),
      expect.stringMatching(/^\/assets\/favicon-[\w-]{12}\.ico$/),
      expect.stringMatching(/^\/assets\/font-[\w-]{12}\.woff2$/),
    ])
    const served = [...(loaded?.assets.values() ?? [])].map(({ identity }) => identity.headers)
    expect(served.map((headers) => headers['content-type'])).toEqual([
      'image/svg+xml',
      'image/png',
      'image/x-icon',
      'font/woff2',
    ])
    for (const headers of served) expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(loaded).toMatchObject({ favicon: paths[2], hasFont: true })
    expect(loaded?.logo).toEqual({
      src: paths[0],
      width: 120,
      height: 32,
      dark: { src: paths[1], width: 8, height: 4 },
    })
    const again = load(brand, { ...files, 'logo.svg': largeWordmark('#123457') })
    const changed = [...(again?.assets.keys() ?? [])].filter((path) => !paths.includes(path))
    expect(changed).toEqual([expect.stringContaining('/assets/logo-')])
  })

  test('a small SVG is in the page itself, and still has its address', () => {
    const small = load({ logo: 'a.svg', favicon: 'a.svg' }, { 'a.svg': wordmark('#123456') })
    expect(small?.logo?.src).toBe(`data:image/svg+xml,${encodeURIComponent(wordmark('#123456'))}`)
    expect(small?.favicon).toBe(small?.logo?.src)
    expect(small?.logoFile?.path).toMatch(/^\/assets\/logo-/)
    expect(small?.assets.has(small.logoFile?.path ?? '')).toBe(true)
    expect(load({ logo: 'a.png' }, { 'a.png': png(1, 1) })?.logo?.src).toMatch(/^\/assets\/logo-/)
  })

  test('only an SVG is compressed', () => {
    const loaded = load(
      { logo: 'a.svg', logoDark: 'b.png' },
      { 'a.svg': wordmark('#000'), 'b.png': png(1, 1) },
    )
    expect([...(loaded?.assets.values() ?? [])].map(({ br }) => br.headers['content-encoding'])).toEqual([
      'br',
      undefined,
    ])
  })

  test.each([
    ['that is not there', {}, /brand\.logo: there is no file .*logo\.svg/],
    [
      'that is too large',
      { 'logo.svg': svgWith(' '.repeat(101 * 1024)) },
      /brand\.logo: .* has 102 KB, expected at most 100 KB/,
    ],
    ['of another type than its name says', { 'logo.svg': png(1, 1) }, /brand\.logo: .* is not the SVG file/],
    ['that is a web page', { 'logo.svg': '<!doctype html><svg></svg>' }, /is not the SVG file/],
    ['in UTF-16', { 'logo.svg': Buffer.from(`\ufeff${wordmark('#000')}`, 'utf16le') }, /is not the SVG file/],
    [
      'without a size',
      { 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"></svg>' },
      /expected a viewBox/,
    ],
  ])('a logo %s is refused, by its place in the catalogue', (_, files, message) => {
    expect(() => load({ logo: 'logo.svg' }, files as Record<string, string>)).toThrow(message)
  })

  test.each([
    ['<script>alert(1)</script>', 'a script'],
    ['<x:script xmlns:x="http://www.w3.org/2000/svg"/>', 'a script'],
    ['<foreignObject><p>Hello</p></foreignObject>', 'foreign content'],
    ['<rect onload="alert(1)"/>', 'an event handler'],
    ['<rect width="1"onclick = "alert(1)"/>', 'an event handler'],
    ['<image href="https://example.com/a.png"/>', 'a reference to another file'],
    ['<image xlink:href="//example.com/a.png"/>', 'a reference to another file'],
    ['<use href="other.svg#part"/>', 'a reference to another file'],
    ['<a href="&#106;avascript:alert(1)"><rect/></a>', 'a reference to another file'],
    ['<image href="data:image/svg+xml;base64,PHN2Zz4="/>', 'a reference to another file'],
    ['<rect fill="url(https://example.com/a.svg#b)"/>', 'a reference to another file'],
    ['<style>@import "https://example.com/a.css"</style>', 'a reference to another file'],
    ['<style>rect{fill:\\75rl(https://example.com)}</style>', 'a reference to another file'],
    ['<!ENTITY a "b">', 'a document type'],
  ])('an SVG with %s is refused', (content, problem) => {
    expect(() => load({ logo: 'logo.svg' }, { 'logo.svg': svgWith(content) })).toThrow(problem)
  })

  test('an SVG may refer to its own parts, and hold a picture', () => {
    const content = `<defs><linearGradient id="a"/></defs><rect fill="url(#a)" style="fill:url('#a')"/><use href="#a"/><image href="data:image/png;base64,${png(1, 1).toString('base64')}"/>`
    expect(load({ logo: 'logo.svg' }, { 'logo.svg': svgWith(content) })?.logo).toBeDefined()
  })

  test.each([
    ['width="60" height="20"', { width: 60, height: 20 }],
    ["width='60px' height='20.5px'", { width: 60, height: 20.5 }],
    ['width="1em" height="1em" viewBox="0,0,30,10"', { width: 30, height: 10 }],
  ])('the proportion of an SVG is read from %s', (attributes, size) => {
    const loaded = load(
      { logo: 'a.svg' },
      {
        'a.svg': `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n<svg ${attributes} xmlns="http://www.w3.org/2000/svg"/>`,
      },
    )
    expect(loaded?.logo).toMatchObject(size)
  })

  test('a variable font is used in all weights, another in its own', () => {
    expect(styles(font)).not.toContain('font-weight')
    const withFvar = Buffer.concat([font.subarray(0, 48), fvar, font.subarray(48)])
    withFvar.writeUInt16BE(2, 12)
    expect(styles(withFvar)).toContain('font-weight:100 900')
    // The same table after one that is not transformed and one that is.
    const later = Buffer.concat([
      font.subarray(0, 48),
      Buffer.from([10, 0x82, 0x2c, 5, 63, 97, 98, 99, 100, 1]),
      fvar,
    ])
    later.writeUInt16BE(3, 12)
    expect(styles(later)).toContain('font-weight:100 900')
  })

  test('a file that ends within its header is refused', () => {
    expect(() => styles(font.subarray(0, 12))).toThrow('brand.font: ')
    expect(() => load({ logo: 'a.png' }, { 'a.png': png(1, 1).subarray(0, 20) })).toThrow('brand.logo: ')
  })

  test('a font that names its tables in full is read alike', () => {
    const data = new Uint8Array(1)
    const tables = (...tags: string[]) => woff2(tags.map((tag) => ({ tag, data })))
    expect(styles(tables('glyf', 'oooo'))).not.toContain('font-weight')
    expect(styles(tables('glyf', 'fvar'))).toContain('font-weight:100 900')
  })

  test('a refused file is named with the line of the catalogue that names it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairseat-brand-'))
    const file = join(folder, 'pricing.config.json')
    writeFileSync(file, '{\n  "brand": {\n    "logo": "logo.svg"\n  }\n}')
    expect(() => loadBrand({ logo: 'logo.svg' }, file)).toThrow(
      `${file}:3:13: brand.logo: there is no file ${join(folder, 'logo.svg')}`,
    )
  })

  test('text is painted before the font is there', () => {
    expect(load({ font: 'a.woff2' }, { 'a.woff2': font })?.styles).toContain('font-display:swap')
  })
})
