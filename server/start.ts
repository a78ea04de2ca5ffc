import { startEmulator } from './billing/emulator-process.ts'
import { ConfigurationError } from './configuration-error.ts'
import { readEnvironment } from './env.ts'
import { loadConfiguration } from './load-configuration.ts'
import { createLog, type Log } from './log.ts'
import { checkUrgencySource } from './plans/check-urgency-source.ts'
import { findCatalogue } from './plans/load-catalogue.ts'

// Not awaited: what is imported while we start may itself import from this bundle, and would wait for us.
start().catch((error) => {
  report(error)
  process.exit(1)
})

function report(error: unknown) {
  console.error(explain(error))
}

function explain(error: unknown): unknown {
  if (error instanceof ConfigurationError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'MODULE_NOT_FOUND'
    ? `A file is missing: ${message.split('\n')[0]}. Run \`npm run build\`, and copy the whole of dist/.`
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
  const load = () => {
    const configuration = loadConfiguration(catalogueFile, env)
    const warning = checkUrgencySource(configuration.catalogue.urgency.source, env.takesRealMoney)
    if (warning) console.warn(warning)
    return configuration
  }
  const preview = env.DEV_RELOAD ? await import('./dev-preview.ts') : undefined
  const watched = { catalogueFile, load, report }
  const configuration = preview ? await preview.loadWhenMended(watched, env) : load()
  // Loads while the server does. With the embedded database the emulator is started after it: a second process in the data
  // folder is then reported by the database, which has the better message.
  const onPostgres = env.DATABASE_URL && env.DATABASE_URL !== 'embedded'
  const emulator =
    !env.STRIPE_SECRET_KEY && onPostgres ? startEmulator(env.DATA_DIR, env.STRIPE_EMULATOR_PORT) : undefined
  const { runServer } = await import('./run-server.ts')
  const server = await runServer({ env, configuration, log, emulator })
  preview?.previewChanges(configuration, { ...watched, ...server })
}

/** Node would print the error as it is, with whatever personal data is in it. */
function endOnDefect(log: Log) {
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'A defect ended the server.')
    process.exit(1)
  })
}
