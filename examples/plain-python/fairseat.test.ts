import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findProgram } from '../../tests/support/processes/find-program.ts'

const program = fileURLToPath(new URL('fairseat.py', import.meta.url))
const run = promisify(execFile)
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const formerSecret = `whsec_${Buffer.alloc(24, 8).toString('base64')}`

describe('asking the API from Python', () => {
  let server: Server
  const paths: (string | undefined)[] = []
  let respond: () => [status: number, body: unknown]
  beforeAll(async () => {
    server = createServer((request, response) => {
      paths.push(request.url)
      const [status, body] =
        request.headers.authorization === 'Bearer fs_key' ? respond() : [401, { code: 'api-key-refused' }]
      response
        .writeHead(status, status === 302 ? { location: '/elsewhere' } : {})
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => void server.close())

  const urlOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const can = async (feature: string, env: Record<string, string> = {}) => {
    const variables = { PATH: process.env.PATH, FAIRSEAT_URL: urlOf(), FAIRSEAT_API_KEY: 'fs_key', ...env }
    const { stdout } = await run(findProgram('python3'), [program, 'can', 'usr/ana', feature], {
      env: variables,
    })
    return stdout.trim()
  }

  test('a feature that the customer has is open, another is closed', async () => {
    respond = () => [200, { id: 'usr/ana', features: ['projects:unlimited'] }]
    expect(await can('projects:unlimited')).toBe('open')
    expect(await can('priority-support')).toBe('closed')
    expect(paths.at(-1)).toBe('/api/v1/customers/usr%2Fana')
  })

  test('an unknown customer has nothing', async () => {
    respond = () => [404, { error: '', code: 'unknown-customer' }]
    expect(await can('projects:unlimited')).toBe('closed')
  })

  test.each<[string, number, unknown]>([
    ['that fails', 503, { error: '', code: 'database-down' }],
    ['that is none', 404, '<h1>Not found</h1>'],
    ['that answers with a page', 200, '<h1>Welcome</h1>'],
    ['that answers with another shape', 200, { id: 'usr/ana' }],
  ])('with a Fairseat %s it is unknown', async (_, status, body) => {
    respond = () => [status, body]
    expect(await can('projects:unlimited')).toBe('unknown')
  })

  test('a redirect is not followed: the key is for one address', async () => {
    const before = paths.length
    respond = () => [302, '']
    expect(await can('projects:unlimited')).toBe('unknown')
    expect(paths.length).toBe(before + 1)
  })

  test('without one too', async () => {
    expect(await can('projects:unlimited', { FAIRSEAT_URL: 'http://127.0.0.1:1' })).toBe('unknown')
  })

  test('a wrong key is an error', async () => {
    await expect(can('projects:unlimited', { FAIRSEAT_API_KEY: 'fs_wrong' })).rejects.toThrow(/401/)
  })
})

describe('receiving webhooks in Python', () => {
  let child: ChildProcess
  let printed = ''
  let url = ''
  beforeAll(async () => {
    child = spawn(findProgram('python3'), [program, 'listen', '0'], {
      env: { PATH: process.env.PATH, FAIRSEAT_WEBHOOK_SECRET: `${secret},${formerSecret}` },
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        printed += text
      })
    url = await vi.waitFor(() => /http:\S+/.exec(printed)?.[0] ?? expect.fail(printed), { timeout: 60_000 })
  })
  afterAll(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  })

  const bodyOf = (version: number, features: string[]) =>
    // Not ASCII, and spaced as no library would: what counts is the bytes.
    `{ "type": "customer.state_changed",  "data": ${JSON.stringify({ id: 'usr_änä', version, features })} }`

  async function send(
    body: string,
    change: { body?: string; headers?: Record<string, string>; by?: string } = {},
  ) {
    const at = new Date()
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(change.by ?? secret).sign('msg_1', at, body),
        ...change.headers,
      },
      body: change.body ?? body,
    })
    return response.status
  }

  test('one that Fairseat signed is taken, with any of the secrets; an older version changes nothing', async () => {
    expect(await send(bodyOf(2, ['projects:unlimited']))).toBe(204)
    expect(await send(bodyOf(1, []))).toBe(204)
    expect(await send(bodyOf(3, []), { by: formerSecret })).toBe(204)
    await vi.waitFor(() =>
      expect(printed.trim().split('\n').slice(1)).toEqual([
        'usr_änä version 2 projects:unlimited',
        'usr_änä version 3',
      ]),
    )
  })

  const minutes = (count: number) => ({
    'webhook-timestamp': String(Math.floor(Date.now() / 1000) + count * 60),
  })
  test.each<[string, Parameters<typeof send>[1]]>([
    ['a changed body', { body: bodyOf(4, ['everything']) }],
    ['another secret', { by: `whsec_${Buffer.alloc(32, 9).toString('base64')}` }],
    ['another id', { headers: { 'webhook-id': 'msg_2' } }],
    ['another time', { headers: minutes(-1) }],
    ['no time', { headers: { 'webhook-timestamp': 'now' } }],
    ['no signature', { headers: { 'webhook-signature': '' } }],
    ['a signature of another version', { headers: { 'webhook-signature': 'v2,AAAA' } }],
  ])('%s is refused', async (_, change) => {
    const before = printed
    expect(await send(bodyOf(4, []), change)).toBe(400)
    expect(printed).toBe(before)
  })

  test('one that is older than five minutes is refused, though it is signed', async () => {
    const at = new Date(Date.now() - 301_000)
    const body = bodyOf(5, [])
    const signed = {
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    }
    expect(await send(body, { headers: signed })).toBe(400)
  })
})
