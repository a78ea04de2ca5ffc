import { concatBytes } from './encoding.ts'
import type { MerkleTree } from './merkle-tree.ts'
import type { Bytes } from './sha256.ts'

// Tiles of c2sp.org/tlog-tiles: 256 hashes or entries each, fewer in the last one of a level.

export const tileWidth = 256
const tileHeight = 8

export interface Tile {
  /** The height in tiles of the hashes, or the entries themselves. */
  level: number | 'entries'
  index: number
  /** 256, or fewer for a partial tile. */
  width: number
}

/** `tile/0/x001/234.p/5`: what follows the address of the log. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? []
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
  return `tile/${level}/${path}${width === tileWidth ? '' : `.p/${width}`}`
}

/** Null unless it is the one way to write the path of a tile. */
export function parseTilePath(path: string): Tile | null {
  const match = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path)
  if (!match) return null
  const [, level = '', index = '', width] = match
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(index.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  }
  const isPossible =
    (tile.level === 'entries' || tile.level < 64) && tile.width >= 1 && tile.width <= tileWidth
  return isPossible && tilePath(tile) === path ? tile : null
}

/** The tiles of a level that hold a tree of this size, from a tile on; a size that is only claimed may be huge. */
export function listTiles(level: Tile['level'], size: number, from = 0, atMost = Infinity): Tile[] {
  const count = countAtLevel(level, size)
  const length = Math.min(atMost, Math.max(0, Math.ceil(count / tileWidth) - from))
  return Array.from({ length }, (_, at) => {
    const index = from + at
    return { level, index, width: Math.min(tileWidth, count - index * tileWidth) }
  })
}

/** Is everything of this tile in a tree of this size? */
export const isTileWithin = ({ level, index, width }: Tile, size: number): boolean =>
  index * tileWidth + width <= countAtLevel(level, size)

const countAtLevel = (level: Tile['level'], size: number): number =>
  level === 'entries' ? size : Math.floor(size / tileWidth ** level)

/** The hashes of a tile. */
export function readHashTile(tree: MerkleTree, tile: Tile & { level: number }): Bytes {
  const first = tile.index * tileWidth
  return concatBytes(
    ...Array.from({ length: tile.width }, (_, at) => tree.subtree(tile.level * tileHeight, first + at)),
  )
}

/** An entry bundle: each entry after its length in two bytes. */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Bytes {
  return concatBytes(
    ...entries.flatMap((entry) => {
      if (entry.length > 0xffff) throw new RangeError('An entry is longer than 65,535 bytes')
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]
    }),
  )
}

/** Null when the bytes are no bundle of `width` entries. */
export function decodeEntryBundle(bytes: Bytes, width: number): Bytes[] | null {
  const entries: Bytes[] = []
  let offset = 0
  while (offset < bytes.length) {
    const length = (bytes[offset] ?? 0) * 256 + (bytes[offset + 1] ?? 0)
    const end = offset + 2 + length
    if (end > bytes.length) return null
    entries.push(bytes.subarray(offset + 2, end))
    offset = end
  }
  return entries.length === width ? entries : null
}
