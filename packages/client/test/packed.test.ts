import { execFile } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// The package as somebody installs it elsewhere: what `npm pack` makes, unpacked beside its dependencies.

const run = promisify(execFile)
const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const installed = path.join(packageFolder, '../../node_modules')
const project = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-client-'))
afterAll(() => fs.rmSync(project, { recursive: true, force: true }))

const state = {
  id: 'usr_ana',
  externalId: null,
  features: ['projects:unlimited'],
  version: 3,
  updatedAt: '2026-11-16T10:00:00.000Z',
}
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

beforeAll(async () => {
  await run('npm', ['pack', '--silent', '--pack-destination', project], { cwd: packageFolder })
  const [archive = ''] = fs.readdirSync(project)
  const target = path.join(project, 'node_modules/@fairseat/client')
  fs.mkdirSync(target, { recursive: true })
  await run('tar', ['-xzf', path.join(project, archive), '-C', target, '--strip-components=1'])
  for (const name of ['standardwebhooks', '@stablelib/base64', 'fast-sha256'])
    fs.cpSync(path.join(installed, name), path.join(project, 'node_modules', name), { recursive: true })
  fs.writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }')
})

const script = `
import { createFairseat, FairseatError, verifyWebhook, WebhookVerificationError } from '@fairseat/client'
const [url, secret, headers, body] = process.argv.slice(2)
const fairseat = createFairseat({ url, apiKey: 'fs_key' })
const refused = await createFairseat({ url, apiKey: 'fs_wrong' }).can('usr_ana', 'x').catch((error) => error)
const away = createFairseat({ url: 'http://127.0.0.1:1', apiKey: 'fs_key' })
const event = await verifyWebhook({ headers: JSON.parse(headers), body }, secret)
const forged = await verifyWebhook({ headers: JSON.parse(headers), body: body + ' ' }, secret).catch((error) => error)
console.log(JSON.stringify({
  can: await fairseat.can('usr_ana', 'projects:unlimited'),
  nobody: await fairseat.can('usr_nobody', 'projects:unlimited'),
  refused: refused instanceof FairseatError && refused.code,
  away: await away.can('usr_ana', 'projects:unlimited'),
  event: event.data.version,
  forged: forged instanceof WebhookVerificationError,
}))
`

describe('the packed client', () => {
  test('is used from plain JavaScript, over HTTP', async () => {
    const server = createServer((request, response) => {
      const isAllowed = request.headers.authorization === 'Bearer fs_key'
      const isKnown = request.url === '/api/v1/customers/usr_ana'
      response.statusCode = isAllowed ? (isKnown ? 200 : 404) : 401
      const code = isAllowed ? 'unknown-customer' : 'api-key-refused'
      response.end(JSON.stringify(response.statusCode === 200 ? state : { error: 'No.', code }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const body = JSON.stringify({ type: 'customer.state_changed', timestamp: state.updatedAt, data: state })
    const at = new Date()
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    }
    fs.writeFileSync(path.join(project, 'product.js'), script)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { stdout } = await run(
      process.execPath,
      ['product.js', url, secret, JSON.stringify(headers), body],
      { cwd: project },
    ).finally(() => server.close())
    expect(JSON.parse(stdout)).toEqual({
      can: true,
      nobody: false,
      refused: 'api-key-refused',
      away: 'unknown',
      event: 3,
      forged: true,
    })
  })

  test.each(['NodeNext', 'Bundler'])(
    'has types for TypeScript with the resolution %s',
    async (resolution) => {
      fs.writeFileSync(
        path.join(project, 'product.ts'),
        `import { createFairseat, type CustomerState, verifyWebhook } from '@fairseat/client'
       const fairseat = createFairseat({ url: 'https://shop.example', apiKey: 'fs_key' })
       export const open: Promise<boolean | 'unknown'> = fairseat.can('a', 'b')
       export const state: Promise<CustomerState | null> = fairseat.customers.get('a')
       export const plan = verifyWebhook(new Request('https://a.example'), 's').then((event) => event.data.plan)
       // @ts-expect-error The types are there: this is no feature.
       fairseat.can('a', 1)
      `,
      )
      const module = resolution === 'NodeNext' ? 'NodeNext' : 'ESNext'
      const options = ['--strict', '--noEmit', '--target', 'ES2023', '--lib', 'ES2023,DOM,DOM.Iterable']
      const { stdout } = await run(
        process.execPath,
        [
          path.join(installed, 'typescript-7/bin/tsc'),
          ...options,
          ...['--module', module, '--moduleResolution', resolution, '--types', '', 'product.ts'],
        ],
        { cwd: project },
      ).catch((error) => error)
      expect(stdout).toBe('')
    },
  )

  test('brings what it needs and nothing else', () => {
    const folder = path.join(project, 'node_modules/@fairseat/client')
    const files = fs.readdirSync(folder, { recursive: true }).map(String)
    expect(files.filter((file) => /test|src/.test(file))).toEqual([])
    expect(files).toContain('README.md')
    for (const file of files.filter((name) => name.endsWith('.js')))
      expect(fs.readFileSync(path.join(folder, file), 'utf8')).not.toMatch(/node:|require\(|Buffer|process\./)
  })
})
