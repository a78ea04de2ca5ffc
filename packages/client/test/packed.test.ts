import { execFile } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureOutput } from '../../../tests/support/processes/capture-output.ts'
import { launchLog, publishLog, writeLog } from '../../../tests/support/seat-log/published-log.ts'

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
    const everywhere = files.filter((name) => name.endsWith('.js') && !name.endsWith('/fairseat-verify.js'))
    expect(everywhere.length).toBeGreaterThan(5)
    for (const file of everywhere)
      expect(fs.readFileSync(path.join(folder, file), 'utf8')).not.toMatch(
        /node:|require\(|\bBuffer\b|process\./,
      )
  })
})

const command = path.join(project, 'node_modules/@fairseat/client/dist/fairseat-verify.js')

/** As in the crontab of a stranger: a folder of theirs, this package and Node. Each result at least once. */
async function verify(...args: string[]) {
  const {
    code = 0,
    stdout,
    stderr,
  } = await run(process.execPath, [command, ...args], { cwd: project }).catch((error) => error)
  return { code, output: `${stdout}${stderr}` }
}

let runs = 0

/** The same in this process. */
async function verifyHere(...args: string[]) {
  const { argv } = process
  const folder = process.cwd()
  process.argv = [process.execPath, command, ...args]
  process.chdir(project)
  try {
    // Under a name of its own, or it would have run already.
    const { code, printed } = await captureOutput(() => import(`${pathToFileURL(command)}?run=${++runs}`))
    return { code, output: printed }
  } finally {
    process.chdir(folder)
    process.argv = argv
  }
}

describe('the packed command fairseat-verify', () => {
  let log: ReturnType<typeof launchLog> | null
  let bannerChange: object
  const server = createServer(async (request, response) => {
    const origin = `${request.headers.host}/log`
    const banner = log && { ...log.figures(), ...bannerChange }
    const published = log && (await publishLog({ entries: log.entries, origin }))
    const isBanner = request.url === '/api/urgency'
    const content = isBanner
      ? banner && JSON.stringify(banner)
      : await published?.read(request.url?.replace('/log/', '') ?? '')
    response.statusCode = content ? 200 : 404
    response.end(content)
  })
  let url: string
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  test('L9: verifies a shop, keeps what it saw, and finds a history that was rewritten since', async () => {
    log = launchLog()
    bannerChange = {}
    expect(await verify(url)).toMatchObject({
      code: 0,
      output: expect.stringContaining('4 of 50 seats are sold'),
    })
    const state = path.join(project, `fairseat-${new URL(url).host.replace(':', '-')}.json`)
    expect(JSON.parse(fs.readFileSync(state, 'utf8'))).toMatchObject({ entries: log.entries })
    log.sell(6)
    expect(await verifyHere(url)).toMatchObject({
      code: 0,
      output: expect.stringContaining('with 2 checkpoints'),
    })
    const kept = fs.readFileSync(state, 'utf8')

    const honest = log
    log = writeLog()
    for (let number = 1; number <= 13; number++) log.hold(number)
    const rewritten = await verify(url)
    expect(rewritten).toMatchObject({ code: 1, output: expect.stringContaining('the history was rewritten') })
    expect(rewritten.output).toContain('differs is entry 7')
    // Both signed notes are shown: they contradict each other.
    expect(rewritten.output.match(/^— 127/gm)).toHaveLength(2)
    expect(fs.readFileSync(state, 'utf8')).toBe(kept)

    // Somebody who came later was shown this history only.
    const others = path.join(project, 'others.json')
    expect(await verifyHere(url, '--state', others)).toMatchObject({ code: 0 })
    log = honest
    expect(await verifyHere(url, '--compare', others)).toMatchObject({ code: 1 })
    expect(await verifyHere(url, '--compare', state)).toMatchObject({ code: 0 })
    log = null
    expect(await verifyHere(url)).toMatchObject({
      code: 1,
      output: expect.stringContaining('The log is gone'),
    })
  })

  test('L9: checks the proof of a buyer against the log and the key that it knows', async () => {
    log = launchLog()
    bannerChange = {}
    const origin = `${new URL(url).host}/log`
    const { proveSale } = await publishLog({ entries: log.entries, origin })
    const mail = path.join(project, 'mail.txt')
    const state = ['--state', 'of-the-buyer.json']
    const check = (text: string) => {
      fs.writeFileSync(mail, text)
      return verifyHere(url, ...state, '--proof', mail)
    }
    // Entries 7 to 10 are the sales of the seats 1 to 4.
    const proof = proveSale(9, 3)
    const holds = expect.stringContaining(
      'seat 3 of the offer "launch" was sold at 2026-11-17T07:01Z, entry 9',
    )
    log.sell(6)
    expect(await check(proof)).toMatchObject({ code: 0, output: holds })
    expect(await check(`Seat 3 of 50\n\n${proof}\nYour account`.replaceAll('\n', '\r\n'))).toMatchObject({
      code: 0,
      output: holds,
    })
    expect(await check(proof.trim())).toMatchObject({ code: 0 })

    const wrong = (reason: string) => ({ code: 1, output: expect.stringContaining(reason) })
    expect(await check(proveSale(9, 2))).toMatchObject(wrong('The entry is the sale of another seat'))
    expect(await check(proof.replace('index 9', 'index 8'))).toMatchObject(wrong('not number 8'))
    const stranger = await publishLog({
      entries: log.entries,
      origin,
      privateKey: new Uint8Array(32).fill(8),
    })
    expect(await check(stranger.proveSale(9, 3))).toMatchObject(wrong('is not signed by'))
    // Signed by the shop, and shown to this buyer alone.
    const other = writeLog()
    other.hold(3)
    other.sell(3)
    const shown = await publishLog({ entries: other.entries, origin })
    const split = await check(shown.proveSale(2, 3))
    expect(split).toMatchObject(wrong('the history was rewritten'))
    expect(split.output.match(/^— 127/gm)).toHaveLength(2)
    expect(await check('no proof')).toMatchObject({ code: 2 })
  })

  test('L9: says 2 when there is nothing to verify, nobody answers or it is used wrongly', async () => {
    log = null
    expect(await verifyHere(url, '--state', 'none.json')).toMatchObject({
      code: 2,
      output: expect.stringContaining('is a demonstration'),
    })
    expect(await verify('http://127.0.0.1:1')).toMatchObject({ code: 2 })
    for (const args of [[], ['shop.example'], [url, url], [url, '--unknown']])
      expect(await verifyHere(...args)).toMatchObject({ code: 2 })
    fs.writeFileSync(path.join(project, 'broken.json'), '{}')
    expect(await verifyHere(url, '--state', 'broken.json')).toMatchObject({ code: 2 })
  })
})

describe('the packed command fairseat-verify, at a hostile shop', () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  let answer: (response: ServerResponse) => void
  const server = createServer((_, response) => answer(response))
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const unpackLarge = (response: ServerResponse) => {
    response.setHeader('content-encoding', 'gzip').end(bomb)
  }
  const endless = async (response: ServerResponse): Promise<void> => {
    while (!response.destroyed) {
      response.write(Buffer.alloc(65_536))
      await setTimeout(1)
    }
  }

  test.each<[string, number, string, (response: ServerResponse) => void]>([
    ['without an end', 2, 'could not be reached', endless],
    ['that is large only when it is unpacked', 2, 'could not be reached', unpackLarge],
    [
      'from somewhere else',
      2,
      'answered 302',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['cut off', 2, 'could not be reached', (response) => response.writeHead(200).destroy()],
    ['without content', 1, 'not a verifier key', (response) => response.end()],
    [
      'with commands for the terminal',
      1,
      'not a verifier key',
      (response) => response.end('\u001b[2J\u001b[H\u009b1mhttps://shop.example is verified.\u202e'),
    ],
  ])('L9: an answer %s is not taken for a log', async (_, code, output, answering) => {
    answer = answering
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    // One that is not bounded would keep this process busy for ever.
    const runIt = answering === endless || answering === unpackLarge ? verify : verifyHere
    const result = await runIt(url, '--state', 'of-a-hostile-shop.json')
    expect(result).toEqual({ code, output: expect.stringContaining(output) })
    expect(result.output).toMatch(/^(\P{C}|\n)*$/u)
    expect(fs.existsSync(path.join(project, 'of-a-hostile-shop.json'))).toBe(false)
  })
})
