import { describe, expect, test } from 'vitest'
import { encodeText, equalBytes } from './encoding.ts'
import { createMerkleTree, hashLeaf } from './merkle-tree.ts'
import {
  decodeEntryBundle,
  encodeEntryBundle,
  isTileWithin,
  listTiles,
  parseTilePath,
  readHashTile,
  type Tile,
  tilePath,
} from './tiles.ts'

describe('tiles of c2sp.org/tlog-tiles', () => {
  // The index is the example of the specification.
  test.each<[string, Tile]>([
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/entries/x001/x234/067.p/112', { level: 'entries', index: 1_234_067, width: 112 }],
    ['tile/1/000', { level: 1, index: 0, width: 256 }],
    ['tile/63/999.p/1', { level: 63, index: 999, width: 1 }],
    ['tile/2/x001/000.p/255', { level: 2, index: 1_000, width: 255 }],
  ])('L9: %s is written and read', (path, tile) => {
    expect(tilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  })

  test.each([
    'tile/00/000',
    'tile/64/000',
    'tile/0/0',
    'tile/0/x000/001',
    'tile/0/x1/234',
    'tile/0/x001/x234',
    'tile/0/001/234',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/000.p/999',
    'tile/data/000',
    'tile/0/../000',
    'tile/0/000/',
    'tile/0/000\n',
    '/tile/0/000',
  ])('L9: %j is no path of a tile', (path) => expect(parseTilePath(path)).toBeNull())

  test('L9: a tree of 70,000 entries is in the tiles that the specification counts', () => {
    const counts = (level: number) => {
      const tiles = listTiles(level, 70_000)
      const partial = tiles.filter(({ width }) => width < 256).map(({ width }) => width)
      return [tiles.length - partial.length, ...partial]
    }
    expect([counts(0), counts(1), counts(2), counts(3)]).toEqual([[273, 112], [1, 17], [0, 1], [0]])
    expect(listTiles('entries', 70_000).at(-1)).toEqual({ level: 'entries', index: 273, width: 112 })
    expect(listTiles(0, 256)).toEqual([{ level: 0, index: 0, width: 256 }])
    expect(listTiles(1, 256)).toEqual([{ level: 1, index: 0, width: 1 }])
    expect(listTiles('entries', 600, 2)).toEqual([{ level: 'entries', index: 2, width: 88 }])
    expect(listTiles('entries', 0)).toEqual([])
  })

  test('L9: a tile is within a tree only when all of it is', () => {
    expect(isTileWithin({ level: 0, index: 1, width: 4 }, 260)).toBe(true)
    expect(isTileWithin({ level: 0, index: 1, width: 5 }, 260)).toBe(false)
    expect(isTileWithin({ level: 1, index: 0, width: 1 }, 255)).toBe(false)
    expect(isTileWithin({ level: 'entries', index: 0, width: 256 }, 256)).toBe(true)
  })

  test('L9: a hash above a tile is the root of that tile', () => {
    const tree = createMerkleTree()
    const first = createMerkleTree()
    for (let at = 0; at < 600; at++) {
      const hash = hashLeaf(encodeText(String(at)))
      tree.append(hash)
      if (at < 256) first.append(hash)
    }
    const upper = readHashTile(tree, { level: 1, index: 0, width: 2 })
    expect(upper).toHaveLength(64)
    expect(equalBytes(upper.subarray(0, 32), first.root())).toBe(true)
    const lower = readHashTile(tree, { level: 0, index: 2, width: 88 })
    expect(equalBytes(lower.subarray(-32), hashLeaf(encodeText('599')))).toBe(true)
  })

  test('L9: an entry bundle is read as it was written, and nothing else is one', () => {
    const entries = [encodeText('one'), encodeText(''), encodeText('ü'.repeat(200))]
    const bundle = encodeEntryBundle(entries)
    expect([...bundle.subarray(0, 5)]).toEqual([0, 3, 111, 110, 101])
    expect(decodeEntryBundle(bundle, 3)).toEqual(entries)
    expect(decodeEntryBundle(bundle, 2)).toBeNull()
    expect(decodeEntryBundle(bundle, 4)).toBeNull()
    expect(decodeEntryBundle(bundle.subarray(0, -1), 3)).toBeNull()
    expect(decodeEntryBundle(Uint8Array.of(0), 1)).toBeNull()
    expect(() => encodeEntryBundle([new Uint8Array(65_536)])).toThrow(RangeError)
  })
})
