import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { formatCheckpoint } from './checkpoint.ts'
import { encodeText } from './encoding.ts'
import { createMerkleTree, hashLeaf } from './merkle-tree.ts'
import { formatEntry } from './seat-log-entry.ts'
import { formatSeatProof, parseSeatProof, type SeatProof, verifySeatProof } from './seat-proof.ts'
import { createNoteSigner, type NoteSigner } from './signed-note.ts'

const origin = 'shop.example/log'
const holdId = 'b7a9e6a0-6f3e-4a44-9f0e-1d2c3b4a5968'
const salt = '00112233445566778899aabbccddeeff'
const seat = createHash('sha256').update(Buffer.from(salt, 'hex')).update(holdId).digest('hex')
const at = '2026-11-17T07:05Z'
const sale = (sold: number, of = seat) =>
  formatEntry({ type: 'sold', offer: 'launch', seat: of, taken: 9, sold, at })
const entries = [
  sale(1, 'a'.repeat(64)),
  sale(2, 'b'.repeat(64)),
  sale(3),
  sale(4, 'c'.repeat(64)),
  sale(5, 'd'.repeat(64)),
]

let signer: NoteSigner
let proof: SeatProof
beforeAll(async () => {
  signer = await createNoteSigner(origin, randomBytes(32))
  const tree = createMerkleTree()
  for (const entry of entries) tree.append(hashLeaf(encodeText(entry)))
  const checkpoint = await signer.sign(formatCheckpoint({ origin, size: tree.size, root: tree.root() }))
  proof = { index: 2, entry: sale(3), salt, holdId, hashes: tree.inclusionProof(2), checkpoint }
})
const verify = (change: Partial<SeatProof>) =>
  verifySeatProof(formatSeatProof({ ...proof, ...change }), signer.verifierKey)

test('L9: the proof of a seat is a c2sp.org/tlog-proof, and shows the sale without the log', async () => {
  const text = formatSeatProof(proof)
  expect(text).toMatch(
    /^c2sp\.org\/tlog-proof@v1\nextra \S+\nindex 2\n(\S{44}\n){3}\nshop\.example\/log\n5\n\S{44}\n\n— shop\.example\/log \S+\n$/,
  )
  expect(parseSeatProof(text)).toEqual(proof)
  expect(await verify({})).toEqual({ offer: 'launch', number: 3, at })
})

test('L9: a proof of another entry, place, seat, log or key shows nothing', async () => {
  await expect(verify({ entry: sale(1) })).rejects.toThrow('not number 2')
  await expect(verify({ index: 1 })).rejects.toThrow('not number 1')
  await expect(verify({ hashes: proof.hashes.slice(1) })).rejects.toThrow('not number 2')
  await expect(verify({ salt: 'f'.repeat(32) })).rejects.toThrow('another seat')
  await expect(verify({ holdId: 'x' })).rejects.toThrow('another seat')
  await expect(verify({ checkpoint: proof.checkpoint.replace('\n5\n', '\n6\n') })).rejects.toThrow(
    'signature',
  )
  const other = await createNoteSigner(origin, randomBytes(32))
  await expect(verifySeatProof(formatSeatProof(proof), other.verifierKey)).rejects.toThrow('not signed')
  for (const text of [
    '',
    'x',
    formatSeatProof(proof).replace('index', 'number'),
    formatSeatProof(proof).replace('extra ', 'extra !'),
  ])
    await expect(verifySeatProof(text, signer.verifierKey)).rejects.toThrow('not the proof of a seat')
})
