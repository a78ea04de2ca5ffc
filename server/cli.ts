import { explain } from './commands/explain-error.ts'
import { loadCompiledCode } from './compiled-code.ts'

type Command = (args: string[]) => Promise<void>

/** Loaded when called: each needs another part of the server. */
const commands: Record<string, { summary: string; load: () => Promise<Command> }> = {
  doctor: {
    summary: 'checks everything that a running shop needs; --token <file or -> checks a token of AUTH_JWT',
    load: async () => (await import('./commands/doctor.ts')).runDoctor,
  },
  setup: {
    summary: 'creates prices, customer portal and webhook endpoint at Stripe',
    load: async () => (await import('./commands/set-up-stripe.ts')).setUpStripeAccount,
  },
  prices: {
    summary: 'lists who pays which price; --move price_… [--notice-days 30] [--apply] moves them to today’s',
    load: async () => (await import('./commands/prices.ts')).showPrices,
  },
  reconcile: {
    summary: 'compares every customer with Stripe; --fix corrects what differs',
    load: async () => (await import('./commands/reconcile.ts')).reconcileWithStripe,
  },
  replay: {
    summary: 'evt_… receives an event of Stripe again',
    load: async () => (await import('./commands/replay-event.ts')).replayEvent,
  },
  jobs: {
    summary: 'shows the queue and what failed; retry tries that again',
    load: async () => (await import('./commands/jobs.ts')).showJobs,
  },
  audit: {
    summary: 'checks that seats, holds and ledger agree',
    load: async () => (await import('./commands/audit-seats.ts')).printSeatAudit,
  },
  'audit-log': {
    summary: 'shows who changed what; --user <id or address>, --since <date>, --limit 50',
    load: async () => (await import('./commands/audit-log.ts')).showAuditLog,
  },
  keys: {
    summary: 'makes a key of the API and a webhook secret for your product; --scopes read,sign-in',
    load: async () => (await import('./commands/create-keys.ts')).printNewKeys,
  },
  webhooks: {
    summary: 'shows what your product has not taken; retry, resend <customer id> or --all',
    load: async () => (await import('./commands/webhooks.ts')).showWebhooks,
  },
  'sign-out': {
    summary: '<customer id or address> or --all ends the sessions of one customer, or of everybody',
    load: async () => (await import('./commands/sign-out.ts')).signOutCustomers,
  },
  move: {
    summary: '--from <address> --to <address> copies a database',
    load: async () => (await import('./commands/move-database.ts')).moveBetweenDatabases,
  },
}

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

loadCompiledCode()
const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command) command.load().then(run)
else {
  console.error(`node dist/cli.js <command>\n${Object.entries(commands).map(line).join('\n')}`)
  process.exitCode = name === '' || name === 'help' ? 0 : 1
}

function line([command, { summary }]: [string, { summary: string }]): string {
  return `  ${command.padEnd(10)} ${summary}`
}

/** What the operator can correct is said in a sentence, without a stack trace. */
function run(command: Command): void {
  command(args).catch((error) => {
    process.exitCode = 1
    console.error(explain(error))
  })
}
