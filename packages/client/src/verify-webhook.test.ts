import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import type { WebhookEvent } from './customer-state.ts'
import { verifyWebhook } from './verify-webhook.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const formerSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`

const event: WebhookEvent = {
  type: 'customer.state_changed',
  timestamp: '2026-11-16T10:00:00.000Z',
  data: {
    id: 'usr_ana',
    externalId: null,
    email: 'ana@example.com',
    plan: 'free',
    status: 'none',
    features: [],
    trialEndsAt: null,
    periodEndsAt: null,
    cancelAtPeriodEnd: false,
    graceEndsAt: null,
    seat: null,
    livemode: false,
    version: 1,
    updatedAt: '2026-11-16T10:00:00.000Z',
  },
}

function sign(body: string, { at = new Date(), by = secret } = {}) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  }
}

const body = JSON.stringify(event)
const request = (headers: Record<string, string>, content = body) =>
  new Request('https://app.example/webhooks/fairseat', { method: 'POST', headers, body: content })

describe('a webhook that is signed', () => {
  test('is returned, from a Request, or from headers and body as other frameworks have them', async () => {
    const headers = sign(body)
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    )
    expect(await verifyWebhook(request(headers), secret)).toEqual(event)
    expect(await verifyWebhook({ headers: new Headers(headers), body }, secret)).toEqual(event)
    expect(await verifyWebhook({ headers: { ...upper, accept: ['a', 'b'] }, body }, secret)).toEqual(event)
    expect(await verifyWebhook({ headers, body: Buffer.from(body) }, secret)).toEqual(event)
    expect(await verifyWebhook({ headers, body: new TextEncoder().encode(body) }, secret)).toEqual(event)
  })

  test('counts with any of the secrets, while one replaces the other', async () => {
    for (const by of [secret, formerSecret])
      expect(await verifyWebhook(request(sign(body, { by })), [secret, formerSecret])).toEqual(event)
  })
})

describe('refused is', () => {
  const late = new Date(Date.now() - 301_000)
  const early = new Date(Date.now() + 310_000)
  test.each<[string, () => Request]>([
    ['a changed body', () => request(sign(body), body.replace('"none"', '"active"'))],
    ['another secret', () => request(sign(body, { by: formerSecret }))],
    ['one of more than five minutes ago', () => request(sign(body, { at: late }))],
    ['one from the future', () => request(sign(body, { at: early }))],
    ['another id', () => request({ ...sign(body), 'webhook-id': 'msg_2' })],
    [
      'another time',
      () => request({ ...sign(body), 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 60) }),
    ],
    ['no signature', () => request({ 'webhook-id': 'msg_1' })],
    ['something signed that is no event', () => request(sign('{"type":"x"}'), '{"type":"x"}')],
    ['nothing signed', () => request(sign(''), '')],
  ])('%s', async (_, refused) => {
    await expect(verifyWebhook(refused(), secret)).rejects.toMatchObject({ name: 'WebhookVerificationError' })
  })
})

test('a body that was parsed already, and no secret at all, are mistakes with a sentence', async () => {
  const headers = sign(body)
  await expect(verifyWebhook({ headers, body: event as never }, secret)).rejects.toThrow(/as they came/)
  await expect(verifyWebhook(request(headers), [])).rejects.toThrow(/a secret is needed/)
})
