import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { shortLived } from '../../support/processes/child-process.ts'
import type { ShopOrders } from './contention-settings.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const serverFile = fileURLToPath(new URL('./contention-server.ts', import.meta.url))
const outDir = 'dist/seat-contention'

/** One file starts in a tenth of the time that the sources take; a run starts many. */
export async function buildContentionServer(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // PGlite finds its files beside itself; pg-native is not installed.
    ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pg-native'] },
    build: {
      ssr: serverFile,
      outDir,
      target: 'node20',
      // All files in one folder: the server finds its migrations beside them.
      rolldownOptions: { output: { chunkFileNames: '[name].js' } },
    },
  })
  cpSync(join(root, 'server/db/migrations'), join(root, outDir, 'migrations'), { recursive: true })
}

export type ContentionServer = Awaited<ReturnType<typeof startContentionServer>>

async function startContentionServer() {
  const child = fork(`${root}/${outDir}/contention-server.js`, { execArgv: shortLived })
  const exited = once(child, 'exit')
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    url: `http://127.0.0.1:${port}`,
    /** SIGKILL: it gets no chance to tidy up. */
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

export type ContentionFleet = Awaited<ReturnType<typeof startContentionFleet>>

/** So many server processes behind one balancer; another takes the place of one that is killed. */
export async function startContentionFleet(size: number) {
  let living = await Promise.all(Array.from({ length: size }, startContentionServer))
  let orders: ShopOrders | undefined
  let started: Promise<unknown> = Promise.resolve()

  async function replace() {
    const server = await startContentionServer()
    if (orders) await control(server, '/shop', orders)
    living.push(server)
  }

  return {
    /** Any of those that live; waits when there is none. */
    async pick(random: () => number): Promise<ContentionServer> {
      for (;;) {
        const server = living[Math.floor(random() * living.length)]
        if (server) return server
        await started
      }
    },
    /** All of them, once the last one killed has its successor. */
    async all(): Promise<readonly ContentionServer[]> {
      await started
      return living
    },
    async open(shop: ShopOrders) {
      await started
      orders = shop
      await Promise.all(living.map((server) => control(server, '/shop', shop)))
    },
    async moveClock(aheadMs: number) {
      await started
      if (orders) orders = { ...orders, aheadMs }
      await Promise.all(living.map((server) => control(server, '/clock', { aheadMs })))
    },
    async kill(random: () => number) {
      await started
      const victim = living[Math.floor(random() * living.length)]
      living = living.filter((server) => server !== victim)
      const killed = victim?.kill()
      started = (async () => {
        // The embedded database can be opened again only when its process is gone.
        await killed
        await replace()
      })()
      // A successor that cannot start fails whoever waits for it.
      started.catch(() => {})
      await killed
    },
    async stop() {
      await started
      await Promise.all(living.map((server) => server.kill()))
    },
  }
}

/** Throws what is refused. */
export async function control<T = unknown>(
  server: ContentionServer,
  path: string,
  body?: unknown,
): Promise<T> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${server.url}/control${path}`, init)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
