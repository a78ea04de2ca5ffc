import { type ChildProcess, spawn } from 'node:child_process'
import { build } from 'vite'
import { loadCatalogue } from '../server/plans/load-catalogue.ts'
import { writeMessages } from './messages/write-messages.ts'

// Builds on every change, as `npm run build` does, and restarts the server; open pages reload themselves.

// Taken now: Vite's build sets NODE_ENV to production in this process.
const env = { ...process.env, DEV_RELOAD: 'true' }
let server: ChildProcess | undefined
let restarting = Promise.resolve()

function restart() {
  restarting = restarting.then(async () => {
    if (server && server.exitCode === null) {
      const exited = new Promise((resolve) => server?.once('exit', resolve))
      server.kill('SIGTERM')
      await exited
    }
    server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
      stdio: 'inherit',
      env,
    })
  })
}

/** A mistake in the catalogue is for the server to report. */
function listedLanguages(): readonly string[] {
  try {
    return loadCatalogue('pricing.config.json').languages
  } catch {
    return ['en']
  }
}

async function watch(options: { ssr?: string; outDir?: string }, mode?: string) {
  const watcher = await build({ logLevel: 'warn', ...(mode && { mode }), build: { ...options, watch: {} } })
  if (!('on' in watcher)) throw new Error('Vite did not watch.')
  const firstBuild = new Promise<void>((resolve, reject) => {
    watcher.on('event', (event) => {
      if (event.code === 'END') resolve()
      if (event.code === 'ERROR') {
        console.error(event.error.message)
        reject(event.error)
      }
    })
  })
  return { watcher, firstBuild }
}

writeMessages()
const parts = await Promise.all([
  ...listedLanguages().map((language) => watch({}, language)),
  watch({ ssr: 'server/main.ts' }),
  watch({ ssr: 'packages/stripe-emulator/src/main.ts', outDir: 'dist/emulator' }),
])
await Promise.all(parts.map(({ firstBuild }) => firstBuild))
restart()
for (const { watcher } of parts) {
  watcher.on('event', (event) => {
    if (event.code === 'END') restart()
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server?.once('exit', () => process.exit(0))
    server?.kill('SIGTERM')
  })
}
