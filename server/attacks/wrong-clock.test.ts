import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createCheckoutPath } from '../../core/billing/contract.ts'
import { openShop, type Shop } from '../../tests/simulations/chaos/shop-processes.ts'
import { createTestBrowser, newAddress } from '../../tests/support/app/test-app.ts'
import { sessionIn } from '../../tests/support/billing/billing-kit.ts'
import { createMigratedDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { findLibfaketime } from '../../tests/support/processes/find-libfaketime.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

const libfaketime = findLibfaketime()

// The server's process alone has the wrong time: the database, Stripe's emulator and the buyer have the right one.
describe.skipIf(!libfaketime)('the built server with a wrong clock', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-clock-'))
  const offsetFile = path.join(folder, 'offset')
  let shop: Shop
  beforeAll(async () => {
    // Wrong from the start; set while the server runs by what comes next.
    fs.writeFileSync(offsetFile, '-600s')
    shop = await openShop({
      ports: [await findFreePort()],
      seats: 50,
      databaseUrl: await createMigratedDatabase(inject('postgresUrl')),
      env: {
        LD_PRELOAD: libfaketime ?? '',
        FAKETIME_TIMESTAMP_FILE: offsetFile,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    })
  })
  afterAll(async () => {
    await shop.close()
    fs.rmSync(folder, { recursive: true })
  })

  test.each([
    [-600, 503, /clock is \d{3} s behind/],
    [-120, 200, /clock is 1\d\d s behind/],
    [600, 503, /clock is \d{3} s ahead/],
  ])(
    'F59: %i s: Lifetime is sold, by the event of the payment, and /readyz tells',
    async (seconds, status, message) => {
      fs.writeFileSync(offsetFile, `${seconds > 0 ? '+' : ''}${seconds}s`)
      const ready = async () => {
        const response = await fetch(`${shop.siteUrl}/readyz`)
        return [response.status, await response.text()]
      }
      await expect.poll(ready).toEqual([status, expect.stringMatching(message)])
      const browser = createTestBrowser(
        { request: (url, init) => fetch(url, init) },
        { origin: shop.siteUrl },
      )
      const email = newAddress()
      await browser.requestCode(email)
      expect((await browser.tryCode(email, shop.mails.codeFor(email))).status).toBe(200)
      const response = await browser.post(createCheckoutPath, { plan: 'lifetime' })
      expect(response.status).toBe(200)
      const session = sessionIn((await response.json()).url)
      expect((await shop.emulator.pay(session)).body.result).toBe('complete')
      // Nobody comes back to the page after paying: only the event can tell.
      await expect
        .poll(async () => (await browser.get('/api/subscription')).json())
        .toEqual({ plan: 'lifetime' })
    },
  )
})
