import rfc9162 from '@transmute/rfc9162'
import { describe, expect, test } from 'vitest'
import { encodeHex, encodeText } from './encoding.ts'
import {
  type ConsistencyProof,
  createMerkleTree,
  emptyRoot,
  hashChildren,
  hashLeaf,
  type InclusionProof,
  verifyConsistency,
  verifyInclusion,
} from './merkle-tree.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))

// The tree of eight entries that certificate-transparency and github.com/transparency-dev/merkle test RFC 6962 with
// (rfc6962/rfc6962_test.go, proof/verify_test.go).
const entries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(hex)
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const h = {
  '1': '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  '2-3': '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  '4': 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  '4-5': '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
  '4-7': '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  '6': 'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
  '6-7': 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
  '0': '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  '0-1': 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  '0-3': 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
}
const rootAt = (size: number) => hex(roots[size - 1] ?? '')
const wrongHash = hex('abacaba000000000000000000000000000000000000000000060061e00123456')

function treeOf(list: readonly Uint8Array[]) {
  const tree = createMerkleTree()
  for (const entry of list) tree.append(hashLeaf(entry))
  return tree
}
const flipped = (hash: Uint8Array, bit: number) => hash.map((byte, at) => (at === 0 ? byte ^ bit : byte))

describe('the Merkle tree of RFC 6962 and RFC 9162', () => {
  test('L9: hashes leaves, nodes and the empty tree as transparency-dev/merkle does', () => {
    expect(encodeHex(emptyRoot)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(encodeHex(hashLeaf(encodeText('L123456')))).toBe(
      '395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56',
    )
    expect(encodeHex(hashChildren(encodeText('N123'), encodeText('N456')))).toBe(
      'aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb',
    )
  })

  test('L9: has the published root after each of the eight entries, and remembers the earlier ones', () => {
    const tree = treeOf(entries)
    expect(entries.map((_, at) => encodeHex(tree.root(at + 1)))).toEqual(roots)
    expect(tree.root(0)).toEqual(emptyRoot)
    expect(entries.map((_, at) => encodeHex(treeOf(entries.slice(0, at + 1)).root()))).toEqual(roots)
  })

  test.each([
    [0, 1, []],
    [0, 8, [h[1], h['2-3'], h['4-7']]],
    [5, 8, [h[4], h['6-7'], h['0-3']]],
    [2, 3, [h['0-1']]],
    [1, 5, [h[0], h['2-3'], h[4]]],
  ])('L9: gives and accepts the published inclusion proof of entry %i of %i', (index, size, expected) => {
    const proof = treeOf(entries).inclusionProof(index, size)
    expect(proof.map(encodeHex)).toEqual(expected)
    const leafHash = hashLeaf(entries[index] ?? hex(''))
    const good: InclusionProof = { leafHash, index, size, root: rootAt(size), proof }
    expect(verifyInclusion(good)).toBe(true)
    const bad: Partial<InclusionProof>[] = [
      { index: index - 1 },
      { index: index + 1 },
      { index: index ^ 2 },
      { size: size * 2 },
      { size: Math.floor(size / 2) },
      { leafHash: encodeText('WrongLeaf') },
      { leafHash: wrongHash },
      { root: emptyRoot },
      { root: wrongHash },
      { proof: [...proof, hex('')] },
      { proof: [...proof, rootAt(size)] },
      { proof: [hex(''), ...proof] },
      { proof: [rootAt(size), ...proof] },
      ...proof.map((_, at) => ({ proof: proof.map((hash, i) => (i === at ? flipped(hash, 8) : hash)) })),
      ...(proof.length > 0 ? [{ proof: proof.slice(0, -1) }] : []),
      ...(proof.length > 1 ? [{ proof: [...proof.slice(0, 1), wrongHash, ...proof.slice(1)] }] : []),
    ]
    for (const change of bad)
      expect(verifyInclusion({ ...good, ...change }), JSON.stringify(change)).toBe(false)
  })

  test.each([
    [1, 1, []],
    [1, 8, [h[1], h['2-3'], h['4-7']]],
    [6, 8, [h['4-5'], h['6-7'], h['0-3']]],
    [2, 5, [h['2-3'], h[4]]],
    [6, 7, [h['4-5'], h[6], h['0-3']]],
  ])('L9: gives and accepts the published consistency proof from %i to %i', (first, second, expected) => {
    const proof = treeOf(entries).consistencyProof(first, second)
    expect(proof.map(encodeHex)).toEqual(expected)
    const from = { size: first, root: rootAt(first) }
    const to = { size: second, root: rootAt(second) }
    const good: ConsistencyProof = { from, to, proof }
    expect(verifyConsistency(good)).toBe(true)
    const [start] = proof
    if (!start) return
    const bad: Partial<ConsistencyProof>[] = [
      { from: { ...from, size: first - 1 } },
      { from: { ...from, size: first + 1 } },
      { from: { ...from, size: first ^ 2 } },
      { to: { ...to, size: second * 2 } },
      { to: { ...to, size: Math.floor(second / 2) } },
      { from: { ...from, root: wrongHash } },
      { to: { ...to, root: wrongHash } },
      { from: { ...from, root: to.root }, to: { ...to, root: from.root } },
      { proof: [] },
      { proof: [...proof, hex('')] },
      { proof: [...proof, from.root] },
      { proof: [...proof, to.root] },
      { proof: [hex(''), ...proof] },
      { proof: [from.root, ...proof] },
      { proof: [to.root, ...proof] },
      { proof: [start, ...proof] },
      { proof: proof.slice(0, -1) },
      ...proof.map((_, at) => ({ proof: proof.map((hash, i) => (i === at ? flipped(hash, 16) : hash)) })),
    ]
    for (const change of bad)
      expect(verifyConsistency({ ...good, ...change }), JSON.stringify(change)).toBe(false)
  })

  test('L9: what is always or never consistent', () => {
    const is = (
      first: number,
      root1: Uint8Array,
      second: number,
      root2: Uint8Array,
      proof: Uint8Array[] = [],
    ) => verifyConsistency({ from: { size: first, root: root1 }, to: { size: second, root: root2 }, proof })
    expect([is(0, emptyRoot, 0, emptyRoot), is(0, emptyRoot, 1, rootAt(1))]).toEqual([true, true])
    expect([is(1, rootAt(1), 0, emptyRoot), is(2, rootAt(2), 1, rootAt(1))]).toEqual([false, false])
    expect([is(1, rootAt(1), 2, rootAt(2)), is(1, rootAt(1), 1, rootAt(2))]).toEqual([false, false])
    expect([is(0, emptyRoot, 0, rootAt(1)), is(1, rootAt(1), 1, rootAt(1), [emptyRoot])]).toEqual([
      false,
      false,
    ])
  })

  test('L9: agrees with @transmute/rfc9162 on every tree of up to 40 entries', async () => {
    const list = Array.from({ length: 40 }, (_, at) => encodeText(`entry ${at}`))
    const tree = treeOf(list)
    for (let size = 1; size <= list.length; size++) {
      const part = list.slice(0, size)
      expect(tree.root(size)).toEqual(await rfc9162.treeHead(part))
      const index = (size * 7) % size
      for (const at of [0, index, size - 1]) {
        const entry = list[at] ?? hex('')
        const theirs = await rfc9162.inclusionProof(entry, part)
        const proof = tree.inclusionProof(at, size)
        expect(proof).toEqual(theirs.inclusion_path)
        const ours = { log_id: '', tree_size: size, leaf_index: at, inclusion_path: proof }
        expect(await rfc9162.verifyInclusionProof(tree.root(size), await rfc9162.leaf(entry), ours)).toBe(
          true,
        )
        const root = await rfc9162.treeHead(part)
        expect(
          verifyInclusion({ leafHash: hashLeaf(entry), index: at, size, root, proof: theirs.inclusion_path }),
        ).toBe(true)
      }
    }
    for (let first = 1; first < list.length; first++) {
      const previous = await rfc9162.inclusionProof(list[0] ?? hex(''), list.slice(0, first))
      const theirs = await rfc9162.consistencyProof(previous, list)
      const [root1, root2] = [tree.root(first), tree.root()]
      const proof = tree.consistencyProof(first)
      // Where the RFC lets the verifier put the first root in front of the proof, this package sends it.
      const sent = Number.isInteger(Math.log2(first)) ? [root1, ...proof] : proof
      expect(sent).toEqual(theirs.consistency_path)
      expect(await rfc9162.verifyConsistencyProof(root1, root2, theirs)).toBe(true)
      const [from, to] = [
        { size: first, root: root1 },
        { size: list.length, root: root2 },
      ]
      expect(verifyConsistency({ from, to, proof })).toBe(true)
    }
  })

  test('L9: a tree refuses what is not in it', () => {
    const tree = treeOf(entries)
    expect(() => tree.root(9)).toThrow(RangeError)
    expect(() => tree.inclusionProof(8)).toThrow(RangeError)
    expect(() => tree.inclusionProof(3, 3)).toThrow(RangeError)
    expect(() => tree.consistencyProof(5, 4)).toThrow(RangeError)
    expect(() => tree.subtree(2, 2)).toThrow(RangeError)
  })
})
