import { beforeAll, expect, test } from 'vitest'
import { createTestApp, createTestBrowser, newAddress } from '../../tests/support/app/test-app.ts'
import { liveCatalogue } from '../../tests/support/billing/billing-kit.ts'
import { describeOnBothDatabases } from '../../tests/support/database/both-databases.ts'
import { offerTerms, openOffer } from '../seats/open-offer.ts'
import type { Database } from './database.ts'

const seats = 3
const catalogue = liveCatalogue(seats)

describeOnBothDatabases('visitors who only read', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
    await openOffer(database.db, offerTerms(catalogue))
  })

  /** More at once than there are connections for writing, until the function that is returned is called. */
  function useAllConnections() {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const busy = Promise.allSettled(Array.from({ length: 20 }, () => database.db.transaction(() => ended)))
    return async () => {
      end()
      await busy
    }
  }

  test('F32: get their plan and the figures while billing uses all of its connections', async ({ skip }) => {
    skip(database.kind === 'embedded', 'it has one connection')
    const { db, readers } = database
    const visitor = createTestBrowser(createTestApp(db, {}, catalogue, undefined, { readers }))
    await visitor.signIn(newAddress())
    const release = useAllConnections()
    const paths = ['/api/subscription', '/api/urgency']
    const responses = await Promise.all(paths.map((path) => visitor.get(path))).finally(release)
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const [subscription, urgency] = await Promise.all(responses.map((response) => response.json()))
    expect(subscription.plan).toBe('free')
    expect(urgency).toMatchObject({ cap: seats })
  })
})
