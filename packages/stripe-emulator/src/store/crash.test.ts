import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { cards, connectKit, openEmulator, secretKey } from '../testing.ts'
import { openJournal } from './journal.ts'
import { openStore } from './store.ts'

/** `npm run torture` asks for more. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 3)

const random = seededRandom(Number(process.env.CRASH_SEED ?? (process.env.TORTURE ? Date.now() : 1)))

const newFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'emulator-'))

async function startChild(dataDir: string) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../dist/main.js', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, EMULATOR_DATA_DIR: dataDir, EMULATOR_SECRET_KEY: secretKey, EMULATOR_PORT: '0' },
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const line = await new Promise<string>((resolve, reject) => {
    readline.createInterface(child.stdout).once('line', resolve)
    void ended.then((code) => reject(new Error(`The emulator ended with ${code}.`)))
  })
  const url = /http:\S+/.exec(line)?.[0] ?? ''
  return { child, ended, ...connectKit(url, Number(new URL(url).port)) }
}

describe('the emulator as a process', () => {
  it(`loses nothing that it acknowledged when it is killed, in ${rounds} rounds`, {
    timeout: 600_000 + rounds * 60_000,
  }, async () => {
    const dataDir = newFolder()
    const acknowledged: string[] = []
    const unsure: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { child, ended, stripe } = await startChild(dataDir)
      let killed = false
      const write = async (writer: number) => {
        for (let i = 0; !killed; i += 1) {
          const name = `${round}-${writer}-${i}`
          try {
            await stripe.customers.create({ name }, { idempotencyKey: name })
            acknowledged.push(name)
          } catch {
            unsure.push(name)
            return
          }
        }
      }
      const writers = [0, 1, 2, 3].map(write)
      const enough = acknowledged.length + 8 + Math.floor(random() * 40)
      await vi.waitUntil(() => acknowledged.length >= enough, { timeout: 120_000, interval: 1 })
      killed = true
      child.kill('SIGKILL')
      await ended
      await Promise.all(writers)
    }
    const { child, ended, stripe, eventTypes } = await startChild(dataDir)
    const kept = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    const names = kept.map(({ name }) => String(name))
    expect(acknowledged.length).toBeGreaterThan(30)
    expect(acknowledged.filter((name) => !names.includes(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    // Whoever did not hear the answer asks again, and nothing is made twice.
    for (const name of unsure) await stripe.customers.create({ name }, { idempotencyKey: name })
    const after = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    expect(after.map(({ name }) => name).toSorted()).toEqual([...acknowledged, ...unsure].toSorted())
    expect(await eventTypes()).toContain('customer.created')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('is alone in its folder', async () => {
    const dataDir = newFolder()
    const emulator = await openEmulator({ dataDir })
    await expect(openEmulator({ dataDir })).rejects.toThrow('is in use by another process')
    await emulator.close()
    await (await openEmulator({ dataDir })).close()
  })

  it('keeps its clock, and catches up with what fell due while it was away', async () => {
    const dataDir = newFolder()
    let nowMs = Date.UTC(2026, 2, 10)
    const first = await openEmulator({ dataDir, realMs: () => nowMs })
    const { subscription } = await first.subscribe(cards.pays, 7)
    await first.advance(3 * 86_400)
    await first.close()
    nowMs += 5 * 86_400_000
    const second = await openEmulator({ dataDir, realMs: () => nowMs })
    expect((await second.control('/health')).offsetSeconds).toBe(3 * 86_400)
    const { status, trial_end } = await second.stripe.subscriptions.retrieve(subscription.id)
    expect(status).toBe('active')
    const [invoice] = (await second.stripe.invoices.list({ subscription: subscription.id })).data
    expect(invoice?.created).toBe(trial_end)
    await second.close()
  })
})

describe('the journal', () => {
  it('drops a torn last line and goes on behind the last whole one', async () => {
    const folder = newFolder()
    const { journal } = openJournal(folder)
    await journal.append('{"a":1}')
    await journal.close()
    fs.appendFileSync(path.join(folder, 'journal-1.jsonl'), '{"a":2,"torn')
    const again = openJournal(folder)
    expect(again.lines).toEqual([{ a: 1 }])
    await again.journal.append('{"a":3}')
    await again.journal.close()
    expect(openJournal(folder).lines).toEqual([{ a: 1 }, { a: 3 }])
  })

  it('refuses a folder that is damaged in the middle', () => {
    const folder = newFolder()
    fs.writeFileSync(path.join(folder, 'journal-1.jsonl'), 'x\n{"a":1}\n')
    expect(() => openJournal(folder)).toThrow('damaged in line 1')
  })

  it('is whole at every step of a compaction', async () => {
    const folder = newFolder()
    const { journal } = openJournal(folder)
    await journal.append('1')
    // The new journal is there, the snapshot not yet.
    fs.writeFileSync(path.join(folder, 'journal-2.jsonl'), '2\n')
    expect(openJournal(folder)).toMatchObject({ snapshot: undefined, lines: [1, 2] })
    fs.rmSync(path.join(folder, 'journal-2.jsonl'))
    journal.compact(() => 'state')
    // The snapshot is there, the old journal not removed yet.
    fs.writeFileSync(path.join(folder, 'journal-1.jsonl'), '1\n')
    await journal.append('3')
    expect(openJournal(folder)).toMatchObject({ snapshot: 'state', lines: [3] })
    await journal.close()
  })

  it('a store finds everything again behind snapshots, in the order of creation', async () => {
    const folder = newFolder()
    const put = (id: number) => ({ id: String(id), number: String(id) })
    const store = await openStore(folder, Date.now)
    const ids = Array.from({ length: 2_100 }, (_, id) => id)
    await Promise.all(ids.map((id) => store.transact((rows) => rows.put('card_numbers', put(id)))))
    await store.transact((rows) => rows.remove('card_numbers', '5'))
    await expect(
      store.transact((rows) => {
        rows.put('card_numbers', { id: '7', number: 'changed' })
        rows.remove('card_numbers', '8')
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(store.all('card_numbers')).toEqual(ids.filter((id) => id !== 5).map(put))
    await store.close()
    expect(fs.readdirSync(folder).toSorted()).toEqual(['journal-2.jsonl', 'snapshot.json'])
    const again = await openStore(folder, Date.now)
    expect(again.all('card_numbers')).toEqual(ids.filter((id) => id !== 5).map(put))
    await again.close()
  })
})
