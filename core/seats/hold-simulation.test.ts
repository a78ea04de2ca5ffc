import { seededRandom } from '@fairseat/stripe-emulator/seeded-random'
import { describe, expect, test } from 'vitest'
import { cap, createSimulatedOffer, dayMs, minuteMs } from '../../tests/support/app/simulated-offer.ts'

const attackerNetworks = ['203.0.113.7', '2001:db8:7::/48']

describe('the hold policy over time', () => {
  test('F58: an attacker with fresh accounts for every click holds less in each round, and soon nothing', () => {
    const offer = createSimulatedOffer()
    const rounds = Array.from({ length: 6 }, (_, round) => {
      const now = round * 31 * minuteMs
      for (let account = 0; account < 100; account++)
        for (const network of attackerNetworks)
          offer.click(now, `attacker-${round}-${account}-${network}`, network)
      return offer.heldBy('attacker')
    })
    expect(rounds).toEqual([5, 3, 2, 0, 0, 0])
  })

  test('F58: an attacker who clicks every ten seconds for a day never holds more than a tenth, and a day has few seat minutes', () => {
    const offer = createSimulatedOffer()
    let most = 0
    let heldMs = 0
    for (let now = 0; now < dayMs; now += 10_000) {
      for (const network of attackerNetworks) offer.click(now, `attacker-${now}-${network}`, network)
      most = Math.max(most, offer.heldBy('attacker'))
      heldMs += offer.heldBy('attacker') * 10_000
    }
    expect(most).toBe(5)
    // Without the policy it was 50 seats all day: 72,000 seat minutes.
    expect(heldMs / minuteMs).toBeLessThan(150)
  })

  test('F58: an attacker who takes vouchers holds a tenth by them, and of what they may hold beside them almost nothing', () => {
    const offer = createSimulatedOffer()
    let mostAwaited = 0
    let besideMs = 0
    for (let now = 0; now < 3 * dayMs; now += 10_000) {
      for (const network of attackerNetworks) offer.click(now, `attacker-${now}-${network}`, network)
      offer.takeVouchers('attacker')
      const awaited = offer.awaitedBy('attacker')
      mostAwaited = Math.max(mostAwaited, awaited)
      besideMs += (offer.heldBy('attacker') - awaited) * 10_000
    }
    expect(mostAwaited).toBe(5)
    // Could the place beside the vouchers be paid by another voucher, it would be two seats all day.
    expect(besideMs / minuteMs / 3).toBeLessThan(60)
  })

  test('F58: a household of which one pays by voucher buys the others by card', () => {
    const offer = createSimulatedOffer()
    const home = '192.0.2.1'
    for (let person = 0; person < 3; person++) expect(offer.click(0, `voucher-${person}`, home)).toBeNull()
    offer.takeVouchers('voucher')
    const refusals = Array.from({ length: 4 }, (_, person) => {
      const now = (person + 1) * 10 * minuteMs
      return offer.click(now, `card-${person}`, home, now + 2 * minuteMs)
    })
    expect(refusals).toEqual([null, null, null, null])
    offer.settle(dayMs)
    expect(offer.sold).toHaveLength(4)
  })

  test('F58: an office of 30 people who come in 20 minutes and pay within two is not refused', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = seededRandom(seed)
      const offer = createSimulatedOffer()
      const refusals: (string | null)[] = []
      for (let person = 0; person < 30; person++) {
        const now = person * 40_000
        refusals.push(offer.click(now, `office-${person}`, '198.51.100.2', now + 30_000 + random() * 85_000))
      }
      offer.settle(dayMs)
      expect(refusals.filter(Boolean), `seed ${seed}`).toEqual([])
      expect(offer.sold).toHaveLength(30)
    }
  })

  test('F58: of an office of 30 people who all come within a minute everybody has bought after a quarter of an hour', () => {
    const random = seededRandom(1)
    const offer = createSimulatedOffer()
    const waiting = Array.from({ length: 30 }, (_, person) => ({ person, at: person * 2_000 }))
    while (waiting.length > 0) {
      waiting.sort((a, b) => a.at - b.at)
      const next = waiting.shift()
      if (!next) break
      const refusal = offer.click(
        next.at,
        `office-${next.person}`,
        '198.51.100.2',
        next.at + 30_000 + random() * 90_000,
      )
      if (refusal) waiting.push({ ...next, at: next.at + minuteMs })
      expect(next.at).toBeLessThan(15 * minuteMs)
    }
    offer.settle(dayMs)
    expect(offer.sold).toHaveLength(30)
  })

  test('F58: in a launch from as many networks as people the seats are sold, an attacker among them or not', () => {
    for (const attacked of [false, true]) {
      const offer = createSimulatedOffer()
      const random = seededRandom(7)
      if (attacked)
        for (let account = 0; account < 50; account++)
          for (const network of attackerNetworks) offer.click(0, `attacker-${account}-${network}`, network)
      const heldByAttacker = offer.heldBy('attacker')
      // Ten people a minute; whoever is refused comes back a minute later.
      const waiting = Array.from({ length: cap }, (_, person) => ({ person, at: person * 6_000 }))
      for (let next = waiting.shift(); next; next = waiting.sort((a, b) => a.at - b.at).shift()) {
        const paidAt = next.at + 30_000 + random() * 90_000
        const refusal = offer.click(next.at, `person-${next.person}`, `192.0.2.${next.person}`, paidAt)
        if (refusal && next.at < 60 * minuteMs) waiting.push({ ...next, at: next.at + minuteMs })
      }
      expect(heldByAttacker).toBe(attacked ? 5 : 0)
      offer.settle(dayMs)
      expect(offer.sold).toHaveLength(cap)
    }
  })
})
