/** What a file is by its content, whatever its name says. */
export type BrandFileType = 'svg' | 'png' | 'ico' | 'woff2'

export const contentTypes: Record<BrandFileType, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
}

/** The part of fixed length that each begins with, by which it is known. */
const headerBytes: Record<BrandFileType, number> = { svg: 0, png: 33, ico: 6, woff2: 48 }

const signatures: [BrandFileType, number[]][] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['ico', [0, 0, 1, 0]],
  ['woff2', [0x77, 0x4f, 0x46, 0x32]],
]

export function detectType(content: Uint8Array): BrandFileType | null {
  for (const [type, signature] of signatures)
    if (signature.every((byte, index) => content[index] === byte))
      return content.length < headerBytes[type] ? null : type
  return /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(decodeUtf8(content) ?? '') ? 'svg' : null
}

function decodeUtf8(content: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return null
  }
}

const unsafeInSvg: [RegExp, string][] = [
  [
    /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|embed|object|handler|listener)\b/i,
    'a script or foreign content',
  ],
  [/[\s"'/]on[a-z]+\s*=/i, 'an event handler'],
  [/<!DOCTYPE|<!ENTITY|<\?xml-stylesheet/i, 'a document type or a style sheet of its own'],
  [/encoding\s*=\s*["'](?!utf-8["'])/i, 'another encoding than UTF-8'],
  [
    /[\s"'](?:[\w.-]+:)?(?:href|src)\s*=\s*(?!["'](?:#|data:image\/(?:png|jpeg|webp);base64,))/i,
    'a reference to another file',
  ],
  [/url\(\s*(?!["']?#)|@import|\\/i, 'a reference to another file'],
]

/** What makes an SVG more than a picture; null if nothing does. */
export function svgProblem(content: Uint8Array): string | null {
  const text = decodeUtf8(content) ?? ''
  return unsafeInSvg.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** Width and height, in pixels or any other unit: pages need their proportion. Null if the file does not say. */
export function imageSize(
  content: Uint8Array,
  type: BrandFileType,
): { width: number; height: number } | null {
  if (type === 'png') {
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
    return positiveSize(view.getUint32(16), view.getUint32(20))
  }
  const svg = /<svg[\s>][^>]*/.exec(decodeUtf8(content) ?? '')?.[0] ?? ''
  const number = '\\s*([\\d.]+)'
  const viewBox = new RegExp(
    `\\sviewBox\\s*=\\s*["']\\s*[-\\d.]+[\\s,]+[-\\d.]+[\\s,]+${number}[\\s,]+${number}`,
  ).exec(svg)
  if (viewBox) return positiveSize(Number(viewBox[1]), Number(viewBox[2]))
  const [width, height] = ['width', 'height'].map((name) =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']${number}(px)?["']`).exec(svg)?.[1]),
  )
  return positiveSize(width ?? 0, height ?? 0)
}

const positiveSize = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : null)

/** The tables that matter here, as a WOFF2 directory numbers them; 63: the name follows (W3C WOFF 2.0, 4.1). */
const tableNames: Record<number, string> = { 10: 'glyf', 11: 'loca', 47: 'fvar' }
const namedInFull = 63

/** Whether it has the table of variable fonts. */
export function isVariableFont(content: Buffer): boolean {
  const count = content.readUInt16BE(12)
  let at = 48
  const skipNumber = () => {
    while ((content[at++] ?? 0) & 0x80);
  }
  for (let table = 0; table < count; table++) {
    const flags = content[at++] ?? 0
    const [index, transform] = [flags & 63, flags >> 6]
    const name = index === namedInFull ? content.toString('latin1', at, at + 4) : tableNames[index]
    if (name === 'fvar') return true
    if (index === namedInFull) at += 4
    skipNumber()
    // Of a transformed table a second length follows.
    const isTransformed = name === 'glyf' || name === 'loca' ? transform === 0 : transform !== 0
    if (isTransformed) skipNumber()
  }
  return false
}
