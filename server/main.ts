import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import { ConfigurationError } from './configuration-error.ts'
import { openDatabase } from './db/open-database.ts'
import { readEnvironment } from './env.ts'
import { readClientBuild } from './http/client-build.ts'
import { renderPages } from './http/pages.ts'
import { loadCatalogue } from './plans/load-catalogue.ts'

try {
  await start()
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error)
  process.exit(1)
}

/** Everything that can be wrong is found before anything listens. */
async function start() {
  const env = readEnvironment()
  const catalogue = loadCatalogue(env.PRICING_CONFIG, {
    source: env.URGENCY_SOURCE,
    variant: env.URGENCY_VARIANT,
  })
  // This file runs as dist/server/main.js.
  const client = readClientBuild(fileURLToPath(new URL('../client/', import.meta.url)))
  const settings = { backendUrl: env.BACKEND_URL, publicKey: env.PUBLIC_KEY }
  const development = env.NODE_ENV === 'development'
  const pages = renderPages({ catalogue, client, devReload: development, ...settings })
  const embedded = env.DATABASE_URL === 'embedded'
  const database = await openDatabase({
    databaseUrl: embedded ? undefined : env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    embeddedAllowed: embedded || env.NODE_ENV !== 'production',
  })

  const app = createApp({ pages, client, development, ...settings })
  const server = serve({ fetch: app.fetch, port: env.PORT, hostname: env.HOST }, ({ port }) => {
    const host = ['0.0.0.0', '::'].includes(env.HOST) ? 'localhost' : env.HOST
    console.log(`${catalogue.product} is at http://${host}:${port}/pricing`)
  })
  server.on('error', async (error: NodeJS.ErrnoException) => {
    await database.close()
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${env.PORT} is taken. Stop what uses it, or choose another: PORT=${env.PORT + 1} npm start`
        : `Cannot listen on ${env.HOST}:${env.PORT}: ${error.message}`,
    )
    process.exit(1)
  })

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    // Idle connections are closed at once, running requests may finish; whoever hangs is cut off.
    setTimeout(() => process.exit(1), 9_000).unref()
    server.close(async () => {
      await database.close()
      process.exit(0)
    })
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
