import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { mountSmallDisk } from '../../../../tests/support/database/small-disk.ts'
import { openEmulator } from '../testing.ts'
import { openStore } from './store.ts'

const disk = mountSmallDisk(4)

// Skipped where nobody may mount a file system, which is where the tests do not run as root.
describe.skipIf(!disk)('the emulator on a full disk', () => {
  if (!disk) return
  afterAll(() => disk.unmount())

  it('F62: refuses what it cannot keep and goes on by itself when there is room again', async () => {
    const dataDir = path.join(disk.folder, 'emulator')
    const emulator = await openEmulator({ dataDir })
    const create = (name: string) =>
      emulator.stripe.customers.create({ name, description: 'x'.repeat(400) }, { idempotencyKey: name })
    await create('before')
    disk.fill()
    // The last page of the journal still has room for some.
    const refused: string[] = []
    for (let i = 0; refused.length < 5; i++) await create(`full-${i}`).catch(() => refused.push(`full-${i}`))
    disk.free()
    await create('after')
    // Whoever was refused asks again, and nothing is made twice.
    for (const name of refused) await create(name)
    const names = async (stripe: typeof emulator.stripe) =>
      (await stripe.customers.list({ limit: 100 })).data.map(({ name }) => String(name)).toSorted()
    const kept = await names(emulator.stripe)
    expect(new Set(kept).size).toBe(kept.length)
    expect(kept).toEqual(expect.arrayContaining(['before', 'after', ...refused]))
    await emulator.close()
    const again = await openEmulator({ dataDir })
    expect(await names(again.stripe)).toEqual(kept)
    await again.close()
  })

  it('F62: tells its listeners of what was written late, and a snapshot that finds no room is left for later', async () => {
    const folder = path.join(disk.folder, 'store')
    const store = await openStore(folder, Date.now)
    const heard: string[] = []
    store.onCommit('card_numbers', (changed) => heard.push(...changed.map(([id]) => id)))
    const put = (id: string) =>
      store.transact((rows) => void rows.put('card_numbers', { id, number: 'x'.repeat(300) }))
    for (let i = 0; i < 1_999; i++) await put(String(i))
    disk.fill()
    const refused: string[] = []
    for (let i = 1_999; refused.length < 3; i++) await put(String(i)).catch(() => refused.push(String(i)))
    disk.free()
    for (let i = 10_000; i < 10_010; i++) await put(String(i))
    const kept = store.all('card_numbers').map(({ id }) => id)
    expect(heard.toSorted()).toEqual(kept.toSorted())
    await store.close()
    const again = await openStore(folder, Date.now)
    expect(again.all('card_numbers').map(({ id }) => id)).toEqual(kept)
    await again.close()
  })
})
