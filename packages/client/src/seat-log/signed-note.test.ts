import { describe, expect, test } from 'vitest'
import { formatCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { concatBytes, decodeBase64, encodeBase64, encodeHex, encodeText } from './encoding.ts'
import { emptyRoot } from './merkle-tree.ts'
import { sha256 } from './sha256.ts'
import { createNoteSigner, NoteError, openNote, parseNote } from './signed-note.ts'

// Key, text and signature of golang.org/x/mod/sumdb/note (note_test.go), the implementation that c2sp.org/signed-note describes.
const verifierKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const privateKey =
  decodeBase64('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz')?.subarray(1) ?? new Uint8Array()
const text =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const line =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const otherKey = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop'
const otherLine =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n'
const refused = (note: string, key = verifierKey) => expect(openNote(note, key)).rejects.toThrow(NoteError)

describe('notes of c2sp.org/signed-note', () => {
  test('L9: signs byte for byte as Go does', async () => {
    const signer = await createNoteSigner('PeterNeumann', privateKey)
    expect(signer.verifierKey).toBe(verifierKey)
    expect(await signer.sign(text)).toBe(`${text}\n${line}`)
    await expect(signer.sign('no newline at the end')).rejects.toThrow(NoteError)
    await expect(signer.sign('a\tb\n')).rejects.toThrow(NoteError)
    await expect(createNoteSigner('Peter Neumann', privateKey)).rejects.toThrow(NoteError)
  })

  test('L9: opens a note by either key, whoever else has signed it', async () => {
    const note = `${text}\n${line}${otherLine}`
    expect(await openNote(note, verifierKey)).toBe(text)
    expect(await openNote(note, otherKey)).toBe(text)
    await refused(`${text}\n${line}`, otherKey)
  })

  test('L9: a changed text or signature is refused', async () => {
    await refused(`${text.replace('is', 'was')}\n${line}`)
    await refused(`${text}\n${line.slice(0, 60)}ABCD${line.slice(60)}`)
    await refused(`${text}\n${line.replace('GUgYN', 'GUgYM')}`)
  })

  test('L9: what is no note is refused', async () => {
    await refused(text)
    await refused(`${text}\n`)
    await refused(`${text}\n${line.slice(0, -1)}`)
    await refused(`\x01${text}\n${line}`)
    await refused(`${text}\n${line.replace('PeterNeumann', 'Bad Name')}`)
    await refused(`${text}\n${line}Unexpected line.\n`)
    await refused(`${text}\n${line.repeat(101)}`)
  })

  test('L9: a key that is cut or changed anywhere is refused', async () => {
    const note = `${text}\n${line}`
    for (let at = 0; at < verifierKey.length; at++) {
      await refused(note, verifierKey.slice(0, at))
      const next = String.fromCharCode(verifierKey.charCodeAt(at) + 1)
      await refused(note, verifierKey.slice(0, at) + next + verifierKey.slice(at + 1))
    }
    await refused(note, 'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==')
    await refused(note, 'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')
  })

  test('L9: a key that anybody can sign with is refused', async () => {
    // The neutral element: the signature of any text is any multiple of the base point and its factor, here 0.
    const neutral = Uint8Array.of(1, ...new Uint8Array(31))
    const id = sha256(encodeText('shop\n'), Uint8Array.of(1), neutral).subarray(0, 4)
    const key = `shop+${encodeHex(id)}+${encodeBase64(Uint8Array.of(1, ...neutral))}`
    const forged = encodeBase64(concatBytes(id, neutral, new Uint8Array(32)))
    await expect(openNote(`Anything\n\n— shop ${forged}\n`, key)).rejects.toThrow('Anybody could sign')
  })

  test('L9: reads the examples of the specifications', () => {
    const poem =
      'Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n\n— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n'
    const note = parseNote(poem)
    expect(note.text).toMatch(/^Ognuno .+\n\ned è subito sera\.\n$/s)
    expect(note.signatures).toMatchObject([{ name: 'quasimodo.example/salvatore' }])
    // The example of c2sp.org/tlog-checkpoint.
    const checkpoint =
      'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n'
    const parsed = parseCheckpoint(parseNote(checkpoint).text)
    expect(parsed).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
    expect(encodeHex(parsed.root)).toBe('0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62')
    expect(checkpoint.startsWith(`${formatCheckpoint(parsed)}\n`)).toBe(true)
  })
})

describe('a checkpoint of c2sp.org/tlog-checkpoint', () => {
  const good = formatCheckpoint({ origin: 'shop.example/log', size: 12, root: emptyRoot })

  test('L9: lines of extension are ignored', () => {
    expect(parseCheckpoint(`${good}more\n`)).toEqual(parseCheckpoint(good))
  })

  test.each([
    good.replace('shop.example/log', ''),
    good.replace('12', '012'),
    good.replace('12', '-1'),
    good.replace('12', '1e3'),
    good.replace('12', '99999999999999999999'),
    good.replace('47DEQ', '47DE'),
    good.replace('=', ''),
    good.slice(0, -1),
    `${good}\nmore\n`,
    '',
  ])('L9: %j is refused', (text) => expect(() => parseCheckpoint(text)).toThrow(NoteError))
})
