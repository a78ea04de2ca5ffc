import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiKey } from '../server/integration/api-key.ts'
import { catalogueFile } from './listed-languages.ts'
import { root } from './run-tool.ts'

// Starts a shop and a product that sells through it, examples/pagelet, with keys that fit. Both begin empty; Ctrl-C ends both.

const { PORT: shopPort = '3000', PAGELET_PORT: productPort = '4000' } = process.env
const shopUrl = `http://127.0.0.1:${shopPort}`
const productUrl = `http://127.0.0.1:${productPort}`
const startLimitMs = 120_000
const stopLimitMs = 15_000

const apiKey = createApiKey()
const devToken = randomBytes(16).toString('base64url')
const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`
const client = { clientId: 'pagelet', clientSecret: randomBytes(32).toString('base64url') }

// The shop's folder: neither a .env of this one nor a .data is touched.
const folder = mkdtempSync(join(tmpdir(), 'fairseat-example-'))
const file = resolve(catalogueFile(root))
const catalogue = JSON.parse(readFileSync(file, 'utf8'))
writeFileSync(
  join(folder, 'pricing.config.json'),
  JSON.stringify({
    ...catalogue,
    product: { name: 'Pagelet', url: productUrl },
  }),
)

// The files of the brand lie beside the catalogue. What is wrong with it, the server says.
for (const name of Object.values(catalogue.brand ?? {})) {
  const brandFile = join(dirname(file), String(name))
  if (/\.\w+$/.test(brandFile) && existsSync(brandFile)) copyFileSync(brandFile, join(folder, String(name)))
}

const running = [
  start('Fairseat', [join(root, 'dist/server/main.js')], {
    PORT: shopPort,
    BACKEND_URL: shopUrl,
    PUBLIC_KEY: 'pk_demo_fairseat',
    AUTH_SECRET: randomBytes(32).toString('base64'),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
    DEV_TOKEN: devToken,
    API_KEYS: apiKey,
    PRODUCT_WEBHOOKS: JSON.stringify([{ url: `${productUrl}/webhooks/fairseat`, secret: webhookSecret }]),
    OIDC_CLIENTS: JSON.stringify([
      {
        ...client,
        name: 'Pagelet',
        redirectUris: [`${productUrl}/callback`],
        postLogoutRedirectUris: [`${productUrl}/`],
      },
    ]),
  }),
  start('Pagelet', ['--import', import.meta.resolve('tsx'), join(root, 'examples/pagelet/server.ts')], {
    // Finds the client's sources.
    TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'),
    PORT: productPort,
    FAIRSEAT_URL: shopUrl,
    FAIRSEAT_API_KEY: apiKey,
    FAIRSEAT_WEBHOOK_SECRET: webhookSecret,
    FAIRSEAT_CLIENT_ID: client.clientId,
    FAIRSEAT_CLIENT_SECRET: client.clientSecret,
  }),
]

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
for (const { name, child, printed } of running)
  child.once('exit', () => {
    if (stopping) return
    console.error(
      `${printed()}\n${name} has ended. Where a port is taken: PORT=3001 PAGELET_PORT=4001 npm run example`,
    )
    void stop(1)
  })
// npm passes a signal to the shell between it and us, which ends without passing it on.
const parent = process.ppid
setInterval(() => process.ppid !== parent && void stop(0), 200).unref()

console.log('Starting the shop and Pagelet…')
// Opens with our token only: another shop at this port is not ours.
await Promise.all([
  untilItResponds(`${shopUrl}/dev/outbox.json?dev=${devToken}`),
  untilItResponds(productUrl),
])
if (!stopping)
  console.log(`
  Pagelet, the product    ${productUrl}
  Fairseat, its shop      ${shopUrl}/pricing?dev=${devToken}
  Mails with codes        ${shopUrl}/dev/outbox?dev=${devToken}

Sign in to Pagelet, add a project, upgrade, and pay with a test card: Pagelet's page opens without a reload.
Ctrl-C ends both.
`)

function start(name: string, args: string[], env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-20_000)
    })
  return { name, child, printed: () => printed }
}

async function untilItResponds(url: string) {
  const deadline = Date.now() + startLimitMs
  while (!stopping) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    if (Date.now() > deadline) throw new Error(`${url} did not respond.`)
    await sleep(100)
  }
}

async function stop(code: number) {
  if (stopping) return
  stopping = true
  await Promise.all(running.map(({ child }) => end(child)))
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const cut = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  await ended
  clearTimeout(cut)
}
