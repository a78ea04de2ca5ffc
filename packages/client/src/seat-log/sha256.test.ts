import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encodeHex, encodeText } from './encoding.ts'
import { sha256 } from './sha256.ts'

describe('SHA-256', () => {
  // FIPS 180-4 examples of NIST (csrc.nist.gov, "SHA256.pdf") and of its "SHA Test Vectors for Hashing Byte-Oriented Messages".
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('L9: agrees with the examples of NIST: %.9s', (message, digest) => {
    expect(encodeHex(sha256(encodeText(message)))).toBe(digest)
  })

  test('L9: agrees with OpenSSL for every length around the ends of blocks', () => {
    for (let length = 0; length < 300; length++) {
      const message = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256)
      expect(encodeHex(sha256(message)), `${length} bytes`).toBe(
        createHash('sha256').update(message).digest('hex'),
      )
    }
  })
})
