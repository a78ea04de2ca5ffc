import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { createMigratedDatabase } from '../../../tests/support/database/create-postgres-database.ts'
import { startChildProcess } from '../../../tests/support/processes/child-process.ts'
import { findFreePort } from '../../../tests/support/processes/free-port.ts'
import { createApiKey } from '../api-key.ts'

const customers = 10
/** `npm run torture` asks for more. */
const allChanges = Number(process.env.WEBHOOK_CHANGES ?? 40)
const changes = allChanges / customers
const kills = allChanges > 100 ? 4 : 1
// What a killed server was sending waits for its lease. Only what hangs gets to the limit.
const limitMs = 300_000
const answerLimitMs = 60_000
const key = createApiKey()
const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`
const receiverScript = fileURLToPath(
  new URL('../../../tests/support/processes/webhook-receiver.mjs', import.meta.url),
)

/** The versions that were taken of each customer, in the order of their arrival. */
function readTaken(file: string): Map<string, number[]> {
  const taken = new Map<string, number[]>()
  for (const line of fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const [externalId = '', version] = line.split(' ')
    taken.set(externalId, [...(taken.get(externalId) ?? []), Number(version)])
  }
  return taken
}

test(`server and receiver are killed (${kills}): every version arrives, in order; one that hangs delays nobody`, {
  timeout: 2 * limitMs,
}, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-webhooks-'))
  const [port, receiverPort] = [await findFreePort(), await findFreePort()]
  const site = `http://127.0.0.1:${port}`
  const taken = path.join(folder, 'taken')
  fs.writeFileSync(taken, '')
  const hanging = createServer(() => {}).listen(0, '127.0.0.1')
  await once(hanging, 'listening')

  const startReceiver = () =>
    spawn(process.execPath, [receiverScript, String(receiverPort), taken, secret], { stdio: 'inherit' })
  const databaseUrl = await createMigratedDatabase(inject('postgresUrl'))
  const startServer = () =>
    startChildProcess({
      script: 'dist/server/main.js',
      readyUrl: `${site}/healthz`,
      env: {
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: String(port),
        BACKEND_URL: site,
        PUBLIC_KEY: 'pk_of_webhooks',
        DATA_DIR: path.join(folder, 'data'),
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'warn',
        API_KEYS: `${key}:read+write+gifts+sign-in`,
        API_REQUESTS_PER_SECOND: '100000',
        PRODUCT_WEBHOOKS: JSON.stringify([
          { url: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/hangs`, secret },
          { url: `http://127.0.0.1:${receiverPort}/hook`, secret },
        ]),
      },
    })
  let receiver = startReceiver()
  let server = await startServer()

  const deadline = Date.now() + limitMs
  let acknowledged = 0
  const moments = new Map<number, () => void>()
  /** While others are under way, on a machine of any speed. */
  const whenAcknowledged = (share: number) =>
    new Promise<void>((resolve) => moments.set(Math.floor(share * changes * customers), resolve))
  const killTimes = Array.from({ length: 2 * kills }, (_, index) =>
    whenAcknowledged((index + 1) / (2 * kills + 1)),
  )
  /** Repeated until it is acknowledged; the same once more changes nothing. */
  async function change(customer: number, step: number): Promise<void> {
    let failure: unknown
    while (Date.now() < deadline) {
      const response = await fetch(`${site}/api/v1/customers/external/${customer}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: `c${customer}-${step}@example.com` }),
        signal: AbortSignal.timeout(answerLimitMs),
      }).catch((error: unknown) => {
        failure = error
        return null
      })
      if (response?.ok) {
        acknowledged += 1
        moments.get(acknowledged)?.()
        return
      }
      if (response) failure = `${response.status} ${await response.text()}`
      await sleep(100)
    }
    throw new Error(`A change was never acknowledged.\n${server.printed()}`, { cause: failure })
  }
  const changing = Promise.all(
    Array.from({ length: customers }, async (_, customer) => {
      for (let step = 1; step <= changes; step += 1) await change(customer, step)
    }),
  )
  for (let kill = 0; kill < kills; kill += 1) {
    await Promise.race([killTimes[2 * kill], changing])
    receiver.kill('SIGKILL')
    await Promise.race([killTimes[2 * kill + 1], changing])
    expect(acknowledged).toBeLessThan(changes * customers)
    await server.kill()
    receiver = startReceiver()
    server = await startServer()
  }
  await changing
  const countComplete = () =>
    [...readTaken(taken).values()].filter((versions) => versions.includes(changes)).length
  while (countComplete() < customers && Date.now() < deadline) {
    expect(server.hasEnded(), server.printed()).toBe(false)
    expect(receiver.exitCode, 'the receiver ended by itself').toBeNull()
    await sleep(200)
  }

  expect(countComplete(), server.printed()).toBe(customers)
  for (const versions of readTaken(taken).values()) {
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect([...new Set(versions)]).toEqual(Array.from({ length: changes }, (_, index) => index + 1))
  }
  await server.kill()
  receiver.kill('SIGKILL')
  hanging.closeAllConnections()
  hanging.close()
  fs.rmSync(folder, { recursive: true, force: true })
})
