import { concatBytes, decodeBase64, encodeBase64, encodeHex, encodeText } from './encoding.ts'
import { type Bytes, sha256 } from './sha256.ts'

// Notes of c2sp.org/signed-note, with Ed25519 signatures.

const ed25519 = 1
const prefix = '— '
const maxSignatures = 100
const keyName = /^[^\s+]+$/u
// PKCS #8 of an Ed25519 private key (RFC 8410), to be followed by its 32 bytes.
const pkcs8Prefix = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32)

// Without the sign bit, and also as they may be written although they must not; the list of libsodium (ge25519_has_small_order).
const smallOrderPoints = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]

/** Why a note or a proof does not hold, for pages that say it in other words than `message`. */
export type NoteProblem = 'unreadable' | 'not-signed' | 'not-in-log' | 'other-entry'

export class NoteError extends Error {
  override readonly name = 'NoteError'
  readonly code: NoteProblem

  constructor(message: string, code: NoteProblem = 'unreadable') {
    super(message)
    this.code = code
  }
}

interface VerifierKey {
  name: string
  keyId: Bytes
  publicKey: Bytes
}

export interface NoteSigner {
  /** `<name>+<key id>+<key>`: what others verify with. */
  verifierKey: string
  /** The signed note of a text that ends in a newline. */
  sign(text: string): Promise<string>
}

const keyIdOf = (name: string, publicKey: Uint8Array): Bytes =>
  sha256(encodeText(`${name}\n`), Uint8Array.of(ed25519), publicKey).subarray(0, 4)

const formatVerifierKey = (name: string, publicKey: Uint8Array): string =>
  `${name}+${encodeHex(keyIdOf(name, publicKey))}+${encodeBase64(concatBytes(Uint8Array.of(ed25519), publicKey))}`

function parseVerifierKey(text: string): VerifierKey {
  const [, name = '', , encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? []
  const key = decodeBase64(encoded)
  const publicKey = key?.subarray(1)
  if (!publicKey || key?.length !== 33 || key[0] !== ed25519 || formatVerifierKey(name, publicKey) !== text)
    throw new NoteError('This is not a verifier key for Ed25519')
  if (isSmallOrder(publicKey)) throw new NoteError('Anybody could sign with this key', 'not-signed')
  return { name, keyId: keyIdOf(name, publicKey), publicKey }
}

/** Is it one of the points whose signatures need no private key? They prove nothing against whoever published it. */
const isSmallOrder = (publicKey: Uint8Array): boolean =>
  smallOrderPoints.includes(encodeHex(publicKey.map((byte, at) => (at === 31 ? byte & 0x7f : byte))))

/** Signs as `name` with the 32 bytes of an Ed25519 private key. */
export async function createNoteSigner(name: string, privateKey: Uint8Array): Promise<NoteSigner> {
  if (!keyName.test(name)) throw new NoteError('The name of a key has no spaces and no plus')
  const pkcs8 = concatBytes(pkcs8Prefix, privateKey)
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
  const { x = '' } = await crypto.subtle.exportKey('jwk', key)
  const publicKey = decodeBase64(`${x.replaceAll('-', '+').replaceAll('_', '/')}=`)
  if (!publicKey) throw new NoteError('This key has no public key')
  const keyId = keyIdOf(name, publicKey)
  return {
    verifierKey: formatVerifierKey(name, publicKey),
    async sign(text) {
      if (!text.endsWith('\n') || hasControlCharacter(text)) throw new NoteError('This text cannot be signed')
      const signature = await crypto.subtle.sign('Ed25519', key, encodeText(text))
      return `${text}\n${prefix}${name} ${encodeBase64(concatBytes(keyId, new Uint8Array(signature)))}\n`
    },
  }
}

/** The text of a note if it has a good signature by the key; throws a NoteError otherwise. Other keys are ignored. */
export async function openNote(note: string, verifierKey: string): Promise<string> {
  const { name, keyId, publicKey } = parseVerifierKey(verifierKey)
  const { text, signatures } = parseNote(note)
  const id = encodeHex(keyId)
  const ours = signatures.find((each) => each.name === name && encodeHex(each.bytes.subarray(0, 4)) === id)
  if (!ours) throw new NoteError(`The note is not signed by ${name}+${id}`, 'not-signed')
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', true, ['verify'])
  if (!(await crypto.subtle.verify('Ed25519', key, ours.bytes.subarray(4), encodeText(text))))
    throw new NoteError(`The signature of ${name}+${id} is not of this text`, 'not-signed')
  return text
}

/** The text of a note and its signatures, none of them verified. */
export function parseNote(note: string): { text: string; signatures: { name: string; bytes: Bytes }[] } {
  const end = note.lastIndexOf('\n\n') + 1
  const lines = note.slice(end + 1).split('\n')
  const isComplete = end > 0 && lines.pop() === '' && lines.length > 0 && lines.length <= maxSignatures
  if (!isComplete || hasControlCharacter(note)) throw new NoteError('This is not a signed note')
  const signatures = lines.map((line) => {
    const [name = '', encoded = '', ...more] = line.startsWith(prefix)
      ? line.slice(prefix.length).split(' ')
      : []
    const bytes = decodeBase64(encoded)
    if (!keyName.test(name) || !bytes || bytes.length < 5 || more.length > 0)
      throw new NoteError('A line of signature is malformed')
    return { name, bytes }
  })
  return { text: note.slice(0, end), signatures }
}

/** Other than a newline. */
const hasControlCharacter = (text: string): boolean =>
  [...text].some((character) => character < ' ' && character !== '\n')
