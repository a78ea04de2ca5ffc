import { equalBytes } from './encoding.ts'
import { type Bytes, sha256 } from './sha256.ts'

// The Merkle tree of RFC 9162, section 2.1, which is that of RFC 6962. The names in the code are those of the RFC.

/** The root of no entries. */
export const emptyRoot: Bytes = sha256()

const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)

export const hashLeaf = (entry: Uint8Array): Bytes => sha256(leafPrefix, entry)

export const hashChildren = (left: Uint8Array, right: Uint8Array): Bytes => sha256(nodePrefix, left, right)

export interface MerkleTree {
  readonly size: number
  append(leafHash: Bytes): void
  /** The hash of the `index`-th complete subtree of 2^`height` entries. */
  subtree(height: number, index: number): Bytes
  /** The root when the tree had this size. */
  root(size?: number): Bytes
  inclusionProof(index: number, size?: number): Bytes[]
  consistencyProof(from: number, to?: number): Bytes[]
}

/** Keeps the hash of every complete subtree, so that every root and proof costs a number of hashes that is logarithmic. */
export function createMerkleTree(): MerkleTree {
  const levels: Bytes[][] = [[]]

  const size = () => levels[0]?.length ?? 0

  function subtree(height: number, index: number): Bytes {
    const hash = levels[height]?.[index]
    if (!hash) throw new RangeError(`No subtree ${index} of height ${height} in a tree of ${size()} entries`)
    return hash
  }

  function append(leafHash: Bytes): void {
    let hash = leafHash
    for (let height = 0; ; height++) {
      levels[height] ??= []
      const level = levels[height] ?? []
      level.push(hash)
      if (level.length % 2 === 1) return
      hash = hashChildren(subtree(height, level.length - 2), hash)
    }
  }

  /** MTH of `count` entries from `start`, which is a multiple of a power of two that is not below `count`. */
  function hashRange(start: number, count: number): Bytes {
    if (isPowerOfTwo(count)) return subtree(Math.log2(count), start / count)
    const k = splitAt(count)
    return hashChildren(hashRange(start, k), hashRange(start + k, count - k))
  }

  function path(index: number, start: number, count: number): Bytes[] {
    if (count === 1) return []
    const k = splitAt(count)
    return index < k
      ? [...path(index, start, k), hashRange(start + k, count - k)]
      : [...path(index - k, start + k, count - k), hashRange(start, k)]
  }

  function subproof(from: number, start: number, count: number, isWhole: boolean): Bytes[] {
    if (from === count) return isWhole ? [] : [hashRange(start, count)]
    const k = splitAt(count)
    return from <= k
      ? [...subproof(from, start, k, isWhole), hashRange(start + k, count - k)]
      : [...subproof(from - k, start + k, count - k, false), hashRange(start, k)]
  }

  function check(isPossible: boolean): void {
    if (!isPossible) throw new RangeError(`Not in a tree of ${size()} entries`)
  }

  return {
    get size() {
      return size()
    },
    append,
    subtree,
    root(at = size()) {
      check(at >= 0 && at <= size())
      return at === 0 ? emptyRoot : hashRange(0, at)
    },
    inclusionProof(index, at = size()) {
      check(index >= 0 && index < at && at <= size())
      return path(index, 0, at)
    },
    consistencyProof(from, to = size()) {
      check(from >= 0 && from <= to && to <= size())
      return from === 0 ? [] : subproof(from, 0, to, true)
    },
  }
}

/** The largest power of two below `count`. */
function splitAt(count: number): number {
  let k = 1
  while (k * 2 < count) k *= 2
  return k
}

export interface InclusionProof {
  leafHash: Uint8Array
  index: number
  size: number
  root: Uint8Array
  proof: readonly Uint8Array[]
}

/** RFC 9162, section 2.1.3.2. */
export function verifyInclusion({ leafHash, index, size, root, proof }: InclusionProof): boolean {
  if (!isCount(index) || !isCount(size) || index >= size || !areHashes(leafHash, root, ...proof)) return false
  let fn = index
  let sn = size - 1
  let r = leafHash
  for (const p of proof) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      r = hashChildren(p, r)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else r = hashChildren(r, p)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && equalBytes(r, root)
}

export interface ConsistencyProof {
  from: { size: number; root: Uint8Array }
  to: { size: number; root: Uint8Array }
  proof: readonly Uint8Array[]
}

/** RFC 9162, section 2.1.4.2. Everything is consistent with the empty tree. */
export function verifyConsistency({ from, to, proof }: ConsistencyProof): boolean {
  if (!isCount(from.size) || !isCount(to.size) || !areHashes(from.root, to.root, ...proof)) return false
  if (from.size === to.size) return proof.length === 0 && equalBytes(from.root, to.root)
  if (from.size === 0) return proof.length === 0
  if (from.size > to.size || proof.length === 0) return false
  const [first, ...rest] = isPowerOfTwo(from.size) ? [from.root, ...proof] : proof
  if (!first) return false
  let fn = from.size - 1
  let sn = to.size - 1
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)]
  let fr = first
  let sr = first
  for (const c of rest) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      fr = hashChildren(c, fr)
      sr = hashChildren(c, sr)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else sr = hashChildren(sr, c)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && equalBytes(fr, from.root) && equalBytes(sr, to.root)
}

const isPowerOfTwo = (n: number): boolean => splitAt(n + 1) === n
const half = (n: number): number => Math.floor(n / 2)
const isCount = (n: number): boolean => Number.isSafeInteger(n) && n >= 0
const areHashes = (...hashes: readonly Uint8Array[]): boolean => hashes.every(({ length }) => length === 32)
