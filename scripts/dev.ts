import { type ChildProcess, spawn } from 'node:child_process'
import { build } from 'vite'

// Builds on every change, as `npm run build` does, and restarts the server; open pages reload themselves.

let server: ChildProcess | undefined
let restarting = Promise.resolve()

function restart() {
  restarting = restarting.then(async () => {
    if (server && server.exitCode === null) {
      const exited = new Promise((resolve) => server?.once('exit', resolve))
      server.kill('SIGTERM')
      await exited
    }
    const env = { ...process.env, DEV_RELOAD: 'true' }
    server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
      stdio: 'inherit',
      env,
    })
  })
}

async function watch(options: { ssr?: string }) {
  const watcher = await build({ logLevel: 'warn', build: { ...options, watch: {} } })
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

const halves = await Promise.all([watch({}), watch({ ssr: 'server/main.ts' })])
await Promise.all(halves.map(({ firstBuild }) => firstBuild))
restart()
for (const { watcher } of halves) {
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
