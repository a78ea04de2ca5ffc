import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestBrowser, newAddress } from '../../tests/support/app/test-app.ts'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

const sendPath = '/api/auth/email-otp/send-verification-otp'
const tryPath = '/api/auth/sign-in/email-otp'

/** More than ten times what one IPv4 address was allowed when a /48 was not counted. */
const requests = { mails: 620, codes: 250, triesPerCode: 5 }
const lanes = 16
const maxGain = 10

describe('signing in from many addresses of one network, on the built server', () => {
  let server: Awaited<ReturnType<typeof startBuiltServer>>
  beforeAll(async () => {
    server = await startBuiltServer({
      port: await findFreePort(),
      postgresUrl: inject('postgresUrl'),
      env: { TRUST_PROXY: '1' },
    })
  })
  afterAll(() => server?.stop())

  type AddressOf = (n: number) => string
  /** A /64 of its own for each browser. */
  const site =
    (prefix: string): AddressOf =>
    (n) =>
      `${prefix}:${n.toString(16)}::1`
  const open = (address: string) => {
    const browser = createTestBrowser(
      { request: async (url, init) => fetch(url, init) },
      { origin: server.url },
    )
    const headers = { 'x-forwarded-for': address }
    return {
      requestCode: (email: string) => browser.post(sendPath, { email, type: 'sign-in' }, headers),
      tryCode: (email: string, otp: string) => browser.post(tryPath, { email, otp }, headers),
      readCode: browser.readCode,
    }
  }

  async function inLanes(count: number, run: (n: number) => Promise<void>) {
    const numbers = Array.from({ length: count }, (_, n) => n).values()
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (const n of numbers) await run(n)
      }),
    )
  }

  async function mailsFrom(addressOf: AddressOf, count = requests.mails): Promise<number> {
    let sent = 0
    await inLanes(count, async (n) => {
      if ((await open(addressOf(n)).requestCode(newAddress())).ok) sent += 1
    })
    return sent
  }

  /** Wrong codes that were compared with the right one. */
  async function guessesFrom(addressOf: AddressOf, codes = requests.codes): Promise<number> {
    let compared = 0
    await inLanes(codes, async (n) => {
      const browser = open(addressOf(n))
      const email = newAddress()
      if (!(await browser.requestCode(email)).ok) return
      const wrong = (await browser.readCode(email)) === '000000' ? '000001' : '000000'
      for (let guess = 0; guess < requests.triesPerCode; guess++)
        if ((await browser.tryCode(email, wrong)).status === 400) compared += 1
    })
    return compared
  }

  test('F88: a /48 gets less than ten times the mails of one IPv4 address', async () => {
    const ofAddress = await mailsFrom(() => '198.51.100.1', 80)
    const ofSite = await mailsFrom(site('2001:db8:100'))
    process.stdout.write(`mails: ${JSON.stringify({ ofAddress, ofSite })}\n`)
    expect(ofAddress).toBeGreaterThan(0)
    expect(ofSite).toBeGreaterThanOrEqual(ofAddress)
    expect(ofSite).toBeLessThan(maxGain * ofAddress)
  })

  test('F88: a /48 gets less than ten times the guesses of one IPv4 address', async () => {
    const ofAddress = await guessesFrom(() => '198.51.100.2', 40)
    const ofSite = await guessesFrom(site('2001:db8:200'))
    process.stdout.write(`guesses: ${JSON.stringify({ ofAddress, ofSite })}\n`)
    expect(ofAddress).toBeGreaterThan(0)
    expect(ofSite).toBeGreaterThanOrEqual(ofAddress)
    expect(ofSite).toBeLessThan(maxGain * ofAddress)
  })

  test('F88: one /64 that is refused takes nothing from the others of its /48', async () => {
    const ofSubnet = await mailsFrom((n) => `2001:db8:300:1::${n.toString(16)}`, 300)
    expect(ofSubnet).toBeLessThan(300)
    expect(await mailsFrom(() => '2001:db8:300:2::1', 40)).toBe(40)
  })

  test('F87: an IPv4 address counts as the same in its mapped forms', async () => {
    const forms = ['198.51.100.3', '::ffff:198.51.100.3', '::FFFF:c633:6403', '0:0:0:0:0:ffff:c633:6403']
    const mapped = await mailsFrom((n) => forms[n % forms.length] ?? '', 200)
    expect(mapped).toBe(await mailsFrom(() => '198.51.100.4', 80))
  })
})
