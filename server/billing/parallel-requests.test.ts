import { expect, test } from 'vitest'
import * as contract from '../../core/billing/contract.ts'
import {
  type BillingKit,
  describeWithBillingKitOnBothDatabases,
  liveCatalogue,
} from '../../tests/support/billing/billing-kit.ts'

type Visitor = Awaited<ReturnType<BillingKit['signIn']>>

/** Of one account at the same time. */
const requests = 10
/** Long enough for all of them to come while the first is being answered, on a slow machine too. */
const callMs = 1_000

const asked: [what: string, ask: (visitor: Visitor) => Promise<Response>][] = [
  ['invoices', ({ get }) => get(contract.ownDocumentsPath)],
  ['the guarantee', ({ get }) => get(contract.guaranteePath)],
  ['the receipt', ({ post }) => post(contract.receiptPath)],
  ['the portal', ({ post }) => post(contract.portalPath)],
]

describeWithBillingKitOnBothDatabases(
  'requests of one account at the same time',
  (kit) => {
    test.each(asked)('F54: %s: all of them cost what one costs', async (_what, ask) => {
      const visitor = await kit.signIn()
      await visitor.buy('lifetime')
      await kit.deliver()
      const callsFor = (count: number) =>
        kit.callsDuring(async () => {
          const responses = await Promise.all(Array.from({ length: count }, () => ask(visitor)))
          expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 200))
        })
      const one = await callsFor(1)
      expect(one).toBeGreaterThan(0)
      await kit.emulator.control('/api-delay', { delayMs: callMs })
      expect(await callsFor(requests)).toBeLessThanOrEqual(one)
      await kit.emulator.control('/api-delay', { delayMs: 0 })
    })
  },
  { catalogue: { ...liveCatalogue(20), guaranteeDays: 14 } },
)
