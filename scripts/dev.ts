import { type ChildProcess, spawn } from 'node:child_process'
import { type BuildOptions, build } from 'vite'
import { serverEntries } from '../vite.config.ts'
import { listedLanguages } from './listed-languages.ts'
import { writeMessages } from './messages/write-messages.ts'

// Builds on every change of the sources, as `npm run build` does but into a folder of its own, and restarts the server. The
// server itself looks at the catalogue (server/dev-preview.ts). Open pages reload themselves.

const folder = process.argv[2] ?? '.dev'

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
    server = spawn(process.execPath, ['--enable-source-maps', `${folder}/server/main.js`], {
      stdio: 'inherit',
      env,
    })
  })
}

async function watch(options: BuildOptions, mode?: string) {
  const watcher = await build({
    logLevel: 'warn',
    ...(mode && { mode }),
    build: { ...options, emptyOutDir: true, watch: {} },
  })
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
  ...listedLanguages().map((language) => watch({ outDir: `${folder}/client/${language}` }, language)),
  watch({ ssr: true, rolldownOptions: { input: serverEntries }, outDir: `${folder}/server` }, 'server'),
  watch({ ssr: 'packages/stripe-emulator/src/main.ts', outDir: `${folder}/emulator` }),
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
    if (!server || server.exitCode !== null) process.exit(0)
    server.once('exit', () => process.exit(0))
    server.kill('SIGTERM')
  })
}
