// Synchronous, because a tree of 10,000 entries takes 20,000 hashes: `crypto.subtle` answers each in a task of its own
// (docs/decisions/0019-verifiable-seats.md has the times).

export type Bytes = Uint8Array<ArrayBuffer>

const roundConstants = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])
const initialState = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]
// Reused: a tree takes many hashes, none is interrupted by another, and what is not allocated need not be collected.
const schedule = new Int32Array(64)
const state = new Int32Array(8)
let buffer = new Uint8Array(1_024)
let view = new DataView(buffer.buffer)

/** SHA-256 of all parts together, as in FIPS 180-4. */
export function sha256(...parts: readonly Uint8Array[]): Bytes {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const padded = Math.ceil((length + 9) / 64) * 64
  if (padded > buffer.length) {
    buffer = new Uint8Array(padded)
    view = new DataView(buffer.buffer)
  }
  let offset = 0
  for (const part of parts) {
    buffer.set(part, offset)
    offset += part.length
  }
  buffer.fill(0, length, padded)
  buffer[length] = 0x80
  view.setUint32(padded - 8, Math.floor(length / 0x20000000))
  view.setUint32(padded - 4, length << 3)

  state.set(initialState)
  for (let block = 0; block < padded; block += 64) addBlock(block)
  // Byte by byte: a view would move this small array out of the heap, which takes as long as a block.
  const digest = new Uint8Array(32)
  for (let i = 0; i < 32; i++) digest[i] = at(state, i >> 2) >>> (24 - (i % 4) * 8)
  return digest
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))
const at = (words: Int32Array, index: number): number => words[index] ?? 0

function addBlock(offset: number): void {
  for (let i = 0; i < 16; i++) schedule[i] = view.getInt32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const w15 = at(schedule, i - 15)
    const w2 = at(schedule, i - 2)
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
    schedule[i] = at(schedule, i - 16) + s0 + at(schedule, i - 7) + s1
  }
  let a = at(state, 0)
  let b = at(state, 1)
  let c = at(state, 2)
  let d = at(state, 3)
  let e = at(state, 4)
  let f = at(state, 5)
  let g = at(state, 6)
  let h = at(state, 7)
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(roundConstants, i) + at(schedule, i)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = at(state, 0) + a
  state[1] = at(state, 1) + b
  state[2] = at(state, 2) + c
  state[3] = at(state, 3) + d
  state[4] = at(state, 4) + e
  state[5] = at(state, 5) + f
  state[6] = at(state, 6) + g
  state[7] = at(state, 7) + h
}
