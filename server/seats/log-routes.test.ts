import { randomBytes } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCheckpoint } from '../../packages/client/src/seat-log/checkpoint.ts'
import { createMerkleTree, hashLeaf } from '../../packages/client/src/seat-log/merkle-tree.ts'
import { verifySeatProof } from '../../packages/client/src/seat-log/seat-proof.ts'
import { openNote, parseNote } from '../../packages/client/src/seat-log/signed-note.ts'
import { decodeEntryBundle, listTiles, tilePath } from '../../packages/client/src/seat-log/tiles.ts'
import { makeSecret } from '../../tests/support/app/made-secrets.ts'
import {
  authSecret,
  createTestApp,
  createTestBrowser,
  type TestApp,
} from '../../tests/support/app/test-app.ts'
import { type BillingKit, liveCatalogue, startBillingKit } from '../../tests/support/billing/billing-kit.ts'
import { describeMainlyOnPostgres } from '../../tests/support/database/both-databases.ts'
import type { Drizzle } from '../db/database.ts'
import { seatLog } from '../db/schema.ts'
import { loadCatalogue } from '../plans/load-catalogue.ts'

describeMainlyOnPostgres('the public seat log', (openTestDatabase) => {
  let db: Drizzle
  let kit: BillingKit
  let buyer: Awaited<ReturnType<BillingKit['signIn']>>
  beforeAll(async () => {
    db = (await openTestDatabase()).db
    kit = await startBillingKit(db, { catalogue: liveCatalogue(50) })
    const first = await kit.signIn()
    await first.checkout('lifetime')
    buyer = await kit.signIn()
    await buyer.buy('lifetime')
    await kit.deliver()
  })
  afterAll(() => kit.stop())

  /** A process of its own: it has read nothing yet. */
  const newProcess = (env: Record<string, string> = {}, settings: { testMode?: boolean } = {}) =>
    createTestApp(db, env, liveCatalogue(50), kit.payments, settings)
  const get = (path: string, app: TestApp = kit.app) => createTestBrowser(app).get(path)
  const text = async (path: string, app?: TestApp) => (await get(path, app)).text()
  async function readCheckpoint(app?: TestApp) {
    const [key, note] = [(await text('/log/key', app)).trim(), await text('/log/checkpoint', app)]
    return { key, note, ...parseCheckpoint(await openNote(note, key)) }
  }
  async function readEntries(size: number, app?: TestApp) {
    const bundles = listTiles('entries', size).map(async (tile) => {
      const body = await (await get(`/log/${tilePath(tile)}`, app)).arrayBuffer()
      return decodeEntryBundle(new Uint8Array(body), tile.width) ?? []
    })
    return (await Promise.all(bundles)).flat()
  }
  const rows = () => db.select().from(seatLog).orderBy(asc(seatLog.index))

  test('L9: the checkpoint is signed by the published key and has the root over the entries of the tiles', async () => {
    const { origin, size, root } = await readCheckpoint()
    expect(origin).toBe('localhost/log')
    const entries = await readEntries(size)
    expect(entries.map((entry) => new TextDecoder().decode(entry))).toEqual(
      (await rows()).map(({ entry }) => entry),
    )
    const tree = createMerkleTree()
    for (const entry of entries) tree.append(hashLeaf(entry))
    expect(tree.root()).toEqual(root)
    const hashes = await (await get(`/log/tile/0/000.p/${size}`)).arrayBuffer()
    expect(new Uint8Array(hashes)).toEqual(new Uint8Array(Buffer.concat(entries.map(hashLeaf))))
  })

  test('L9: tiles are kept for good and read from anywhere; the checkpoint is never cached', async () => {
    const { size } = await readCheckpoint()
    const tile = await get(`/log/tile/entries/000.p/${size}`, newProcess({}, { testMode: false }))
    expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(tile.headers.get('access-control-allow-origin')).toBe('*')
    const checkpoint = await get('/log/checkpoint')
    expect(checkpoint.headers.get('cache-control')).toBe('no-store')
    expect(checkpoint.headers.get('access-control-allow-origin')).toBe('*')
    expect(checkpoint.headers.get('content-type')).toMatch(/^text\/plain/)
  })

  test('L9: nothing of the log of a test key is kept: the live one begins again at the same paths', async () => {
    const { size } = await readCheckpoint()
    for (const path of ['key', 'checkpoint', `tile/entries/000.p/${size}`, `tile/0/000.p/${size}`]) {
      const response = await get(`/log/${path}`)
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
    }
  })

  test('L9: a tile that is not there yet, and what is no tile, is 404 and kept by nobody', async () => {
    const { size } = await readCheckpoint()
    for (const path of [
      `0/000.p/${size + 1}`,
      '0/000',
      '0/001.p/1',
      '1/000.p/1',
      'entries/0',
      '0/000.p/0',
      'x',
    ]) {
      const response = await get(`/log/tile/${path}`)
      expect([path, response.status]).toEqual([path, 404])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('L9: whichever process is asked, the log never seems shorter, and every tile of a checkpoint is there', async () => {
    const other = newProcess()
    const before = await readCheckpoint(other)
    await (await kit.signIn()).checkout('lifetime')
    const grown = await readCheckpoint()
    expect(grown.size).toBe(before.size + 1)
    // The other process has not looked since.
    expect(await readEntries(grown.size, other)).toHaveLength(grown.size)
    expect((await readCheckpoint(other)).note).toBe(grown.note)
  })

  test('L9: the key is made once and kept; a key of the settings comes first, and the one before signs too', async () => {
    const { key: kept } = await readCheckpoint()
    expect((await readCheckpoint(newProcess())).key).toBe(kept)
    const given = newProcess({ SEAT_LOG_KEY: randomBytes(32).toString('base64') })
    const { key, note } = await readCheckpoint(given)
    expect(key).not.toBe(kept)
    expect(parseNote(note).signatures).toHaveLength(2)
    await openNote(note, kept)
  })

  test('L9: the kept key outlives a change of AUTH_SECRET that names the one before', async () => {
    const { key: kept } = await readCheckpoint()
    const [before, after] = [authSecret, makeSecret()]
    expect((await readCheckpoint(newProcess({ AUTH_SECRET: `${after},${before}` }))).key).toBe(kept)
    expect((await readCheckpoint(newProcess({ AUTH_SECRET: after }))).key).toBe(kept)
    expect((await readCheckpoint(newProcess({ AUTH_SECRET: `${before},${after}` }))).key).toBe(kept)
  })

  test('L9: the buyer has a proof of the seat, in the account and once by mail; nobody else has one', async () => {
    const { key } = await readCheckpoint()
    const { seat } = await (await buyer.get('/api/seat')).json()
    expect(seat).toMatchObject({ number: 1, cap: 50, verifierKey: key })
    expect(await verifySeatProof(seat.proof, key)).toMatchObject({ offer: 'launch', number: 1 })
    await kit.runJobs()
    const mails = (await buyer.mails()).filter(({ subject }) => subject.startsWith('Seat 1 of 50'))
    expect(mails).toHaveLength(1)
    const [, proof = ''] = /(c2sp\.org\/tlog-proof@v1\n.*\n)\n\n/s.exec(mails[0]?.text ?? '') ?? []
    expect(await verifySeatProof(proof, key)).toMatchObject({ number: 1 })

    const other = await kit.signIn()
    expect(await (await other.get('/api/seat')).json()).toEqual({ seat: null })
    expect((await get('/api/seat')).status).toBe(401)
  })

  test('L4 L9: no entry has anything of a person in it', async () => {
    const log = (await rows()).map(({ entry }) => entry).join()
    expect(log).not.toContain(buyer.id)
    expect(log).not.toMatch(/@|pi_|cs_|cus_/)
  })

  test('L8 L9: how we count lists every deal with its terms, and its seats over time as a picture and a table', async () => {
    const html = await text('/pricing/how-we-count')
    expect(html).toContain('50 seats at $89, $149 after that.')
    expect(html).toContain('No deal at this price or below for 30 days after its end.')
    expect(html).not.toContain('shorter than the usual')
    expect(html).toContain('<svg viewBox="0 0 100 100"')
    expect(html).toContain('<caption>Seats over time</caption>')
  })

  test('L9: with the simulated source there is no log, and a sentence says why', async () => {
    const simulated = createTestApp(db, {}, loadCatalogue('pricing.config.json'), kit.payments)
    for (const path of ['/log/key', '/log/checkpoint', '/log/tile/0/000.p/1']) {
      const response = await get(path, simulated)
      expect(response.status).toBe(404)
      expect(await response.text()).toMatch(/demonstration/)
    }
    expect(await text('/pricing/how-we-count', simulated)).not.toContain('Every deal so far')
  })
})
