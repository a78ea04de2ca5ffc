import { startEmulator } from './billing/emulator-process.ts'
import { loadBrand } from './brand/load-brand.ts'
import { ConfigurationError } from './configuration-error.ts'
import { readEnvironment } from './env.ts'
import { createLog, type Log } from './log.ts'
import { checkUrgencySource } from './plans/check-urgency-source.ts'
import { findCatalogue, loadCatalogue } from './plans/load-catalogue.ts'

// Not awaited: what is imported while we start may itself import from this bundle, and would wait for us.
start().catch((error) => {
  console.error(explain(error))
  process.exit(1)
})

function explain(error: unknown): unknown {
  if (error instanceof ConfigurationError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ERR_MODULE_NOT_FOUND'
    ? `A file is missing: ${message}. Run \`npm run build\`, and copy the whole of dist/.`
    : error
}

/** Everything that can be wrong is found before anything listens. */
async function start() {
  const env = readEnvironment()
  // Somebody at a terminal is not there to read requests.
  const plain = process.stdout.isTTY && !env.production
  const log = createLog({ level: env.LOG_LEVEL ?? (plain ? 'warn' : 'info'), plain })
  endOnDefect(log)
  const catalogueFile = env.PRICING_CONFIG ?? findCatalogue()
  const catalogue = loadCatalogue(catalogueFile, {
    source: env.URGENCY_SOURCE,
    variant: env.URGENCY_VARIANT,
  })
  const brand = loadBrand(catalogue.brand, catalogueFile)
  const warning = checkUrgencySource(catalogue.urgency.source, env.takesRealMoney)
  if (warning) console.warn(warning)
  // Loads while the server does. With the embedded database the emulator is started after it: a second process in the data
  // folder is then reported by the database, which has the better message.
  const onPostgres = env.DATABASE_URL && env.DATABASE_URL !== 'embedded'
  const emulator = !env.STRIPE_SECRET_KEY && onPostgres ? startEmulator(env.DATA_DIR) : undefined
  const { runServer } = await import('./run-server.ts')
  await runServer({ env, catalogue, brand, log, emulator })
}

/** Node would print the error as it is, with whatever personal data is in it. */
function endOnDefect(log: Log) {
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'A defect ended the server.')
    process.exit(1)
  })
}
