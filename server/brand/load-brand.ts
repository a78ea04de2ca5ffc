import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Brand } from '../../core/brand/brand.ts'
import { type BrandFont, brandStyles } from '../../core/brand/brand-styles.ts'
import type { Logo, LogoImage } from '../../core/brand/logo.ts'
import { type CatalogueError, invalidCatalogue } from '../catalogue-error.ts'
import { type Precompressed, precompress } from '../pages/precompressed.ts'
import {
  type BrandFileType,
  contentTypes,
  detectType,
  imageSize,
  isVariableFont,
  svgProblem,
} from './brand-file.ts'

/** How the pages look, with its files read, checked and ready to be served. */
export interface LoadedBrand {
  /** Comes after the styles of each page. */
  styles: string
  logo: Logo | undefined
  /** The logo as a file, for what is no page of ours. */
  logoFile?: LogoFile | undefined
  /** Path of the icon, or the icon itself. */
  favicon: string | undefined
  hasFont: boolean
  assets: ReadonlyMap<string, Precompressed>
}

interface LogoFile {
  /** Where it is served. */
  path: string
  content: Buffer
  type: BrandFileType
  width: number
  height: number
}

type FileKey = 'logo' | 'logoDark' | 'favicon' | 'font'

const kilobyte = 1024
/** Every visitor loads them. */
const maxBytes: Record<FileKey, number> = {
  logo: 100 * kilobyte,
  logoDark: 100 * kilobyte,
  favicon: 50 * kilobyte,
  font: 400 * kilobyte,
}

/** The files lie beside the catalogue. When one is wrong, the message names its place in the catalogue and what is expected. */
export function loadBrand(brand: Brand | undefined, catalogueFile: string): LoadedBrand | undefined {
  if (!brand) return undefined
  const assets = new Map<string, Precompressed>()

  function load(key: FileKey) {
    const name = brand?.[key]
    if (name === undefined) return undefined
    const refuse = (problem: string) =>
      invalidCatalogue(catalogueFile, [{ path: ['brand', key], message: problem }])
    const file = join(dirname(catalogueFile), name)
    const content = readBounded(file, maxBytes[key], refuse)
    const type = detectType(content)
    const ending = name.slice(name.lastIndexOf('.') + 1)
    if (!type || type !== ending)
      throw refuse(`${file} is not the ${ending.toUpperCase()} file that its name says`)
    const problem = type === 'svg' ? svgProblem(content) : null
    if (problem) throw refuse(`${file} holds ${problem}, expected a picture that needs nothing else`)
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12)
    const path = `/assets/${key}-${hash}.${type}`
    const whole = precompress(content, {
      'content-type': contentTypes[type],
      // The name carries a hash of the content: it never changes.
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const { identity } = whole
    // Other types are compressed in themselves.
    assets.set(path, type === 'svg' ? whole : { identity, br: identity, gzip: identity })
    return { path, content, type, refuse, file }
  }
  function loadImage(key: 'logo' | 'logoDark') {
    const image = load(key)
    if (!image) return undefined
    const size = imageSize(image.content, image.type)
    if (!size) throw image.refuse(`${image.file} does not say how wide and high it is, expected a viewBox`)
    return { ...image, ...size }
  }
  const shown = ({ width, height, ...file }: LogoFile): LogoImage => ({ src: sourceOf(file), width, height })

  const logo = loadImage('logo')
  const dark = loadImage('logoDark')
  const icon = load('favicon')
  const fontFile = load('font')
  const font: BrandFont | undefined = fontFile && {
    path: fontFile.path,
    isVariable: isVariableFont(fontFile.content),
  }
  return {
    styles: brandStyles(brand, font),
    logo: logo && { ...shown(logo), dark: dark && shown(dark) },
    logoFile: logo,
    favicon: icon && sourceOf(icon),
    hasFont: font !== undefined,
    assets,
  }
}

/** Every page holds it, and the HTML of one is to be small. */
const inlineBytes = 1_500

/** A small drawing is part of the page, which then needs no request for it. */
function sourceOf({ path, content, type }: Pick<LogoFile, 'path' | 'content' | 'type'>): string {
  if (type !== 'svg' || content.byteLength > inlineBytes) return path
  return `data:${contentTypes.svg},${encodeURIComponent(content.toString().trim())}`
}

function readBounded(file: string, bytes: number, refuse: (problem: string) => CatalogueError): Buffer {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw refuse(`there is no file ${file}`)
  if (stats.size > bytes)
    throw refuse(
      `${file} has ${Math.ceil(stats.size / kilobyte)} KB, expected at most ${bytes / kilobyte} KB`,
    )
  return readFileSync(file)
}
