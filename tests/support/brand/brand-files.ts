import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync } from 'node:zlib'

export const wordmark = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32"><rect width="32" height="32" rx="8" fill="${color}"/><path d="M42 10h70v12H42z" fill="${color}"/></svg>`

/** Too large to be part of a page. */
export const largeWordmark = (color: string) =>
  wordmark(color).replace('</svg>', `<!--${'drawn by hand '.repeat(110)}--></svg>`)

/** One pixel high and wide as said, all of it transparent. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.alloc((width * 4 + 1) * height))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

// node:zlib has one from Node 22 on.
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** A WOFF2 font of tables as they are, without the transformations that the format offers. */
export function woff2(tables: { tag: string; data: Uint8Array }[], flavor = 0x00010000): Buffer {
  const directory = tables.map(({ tag, data }) =>
    // 63: the tag follows. Version 3 of glyf and loca, 0 of all others: not transformed.
    Buffer.from([
      63 | (['glyf', 'loca'].includes(tag) ? 3 << 6 : 0),
      ...Buffer.from(tag, 'latin1'),
      ...base128(data.length),
    ]),
  )
  const compressed = brotliCompressSync(Buffer.concat(tables.map(({ data }) => data)))
  const header = Buffer.alloc(48)
  const length = 48 + directory.reduce((sum, entry) => sum + entry.length, 0) + compressed.length
  const padding = (4 - (length % 4)) % 4
  header.write('wOF2', 0, 'latin1')
  header.writeUInt32BE(flavor, 4)
  header.writeUInt32BE(length + padding, 8)
  header.writeUInt16BE(tables.length, 12)
  const sfntSize = tables.reduce(
    (sum, { data }) => sum + Math.ceil(data.length / 4) * 4,
    12 + 16 * tables.length,
  )
  header.writeUInt32BE(sfntSize, 16)
  header.writeUInt32BE(compressed.length, 20)
  return Buffer.concat([header, ...directory, compressed, Buffer.alloc(padding)])
}

function base128(value: number): number[] {
  const digits = [value & 127]
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 127) | 128)
  return digits
}

/** Of the fonts of this machine whose name matches, the smallest, as WOFF2. */
export function installedFont(name: RegExp): Buffer {
  const folder = '/usr/share/fonts'
  const files = readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file)))
  const fonts = files.filter((file) => name.test(file)).map((file) => readFileSync(file))
  const [font] = fonts.toSorted((one, other) => one.length - other.length)
  if (!font) throw new Error(`There is no font ${name} in ${folder}.`)
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = 12 + index * 16
    const start = font.readUInt32BE(at + 8)
    const data = font.subarray(start, start + font.readUInt32BE(at + 12))
    return { tag: font.toString('latin1', at, at + 4), data }
  })
  return woff2(tables.filter(({ tag }) => tag !== 'DSIG'))
}
