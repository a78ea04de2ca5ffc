import { createApiFaults } from './api/api-faults.ts'
import { createTraffic } from './api/traffic.ts'
import { createApp } from './app.ts'
import { createDueJobs } from './behaviour/run-due-jobs.ts'
import { createTransactor, type EmulatorSettings } from './behaviour/tx.ts'
import { createClock } from './emulator-clock.ts'
import { listenOnKeptPort } from './listen.ts'
import { openStore } from './store/store.ts'
import { createDeliverer } from './webhooks/deliverer.ts'
import { createFaultInjector } from './webhooks/delivery-faults.ts'

export interface EmulatorOptions {
  /** Without it the one that the data folder holds, or a free one. */
  port?: number
  /** Where the state is kept; without it the state is in memory and ends with the process. */
  dataDir?: string
  secretKey: string
  /** How a browser reaches the hosted pages, if not by the address that this listens on. */
  publicUrl?: string
  /** How long an asynchronous payment takes, in seconds of the emulator's clock. */
  asyncPaymentSeconds?: number
  /** How long the invoice of a renewal stays a draft: about an hour at Stripe. 0 finalizes and pays it at once. */
  invoiceDraftSeconds?: number
  /** The invoice of a renewal stays a draft, as for an address of which the tax is not known. */
  finalizationFails?: boolean
  /** Days between the tries of a failed renewal, and what comes after the last. */
  retryDays?: number[]
  afterRetries?: 'cancel' | 'unpaid'
  /** Between the events of one action; 0 gives them all its second, as it happens at Stripe too. */
  eventSpacingSeconds?: number
  /** The first wait before a webhook is sent again; each further one is twice as long. */
  webhookRetryMs?: number
  webhookTimeoutMs?: number
  /** The real time in milliseconds, for tests of time itself. */
  realMs?: () => number
}

export interface Emulator {
  url: string
  port: number
  close(): Promise<void>
}

/** How often to look for what falls due while nobody calls. */
const lookEveryMs = 1_000

/** Listens on 127.0.0.1 only. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const clock = createClock(options.realMs)
  const store = await openStore(options.dataDir, clock.realMs)
  clock.setOffset(store.get('settings', 'clock')?.offsetSeconds ?? 0)
  const settings: EmulatorSettings = {
    publicUrl: options.publicUrl?.replace(/\/+$/, '') ?? '',
    asyncPaymentSeconds: options.asyncPaymentSeconds ?? 120,
    invoiceDraftSeconds: options.invoiceDraftSeconds ?? 3_600,
    finalizationFails: options.finalizationFails ?? false,
    retryDays: options.retryDays ?? [3, 5, 7],
    afterRetries: options.afterRetries ?? 'cancel',
    eventSpacingSeconds: options.eventSpacingSeconds ?? 1,
  }
  const transactor = createTransactor(store, clock, settings)
  const runDueJobs = createDueJobs(transactor)
  const injector = createFaultInjector()
  const deliverer = createDeliverer(transactor, injector, {
    retryBaseMs: options.webhookRetryMs ?? 1_000,
    timeoutMs: options.webhookTimeoutMs ?? 10_000,
  })
  const apiFaults = createApiFaults()
  const traffic = createTraffic(clock.realMs)
  const { secretKey } = options
  const app = createApp({ transactor, secretKey, runDueJobs, deliverer, injector, apiFaults, traffic })

  const fetch = app.fetch as Parameters<typeof listenOnKeptPort>[0]
  const { server, port } = await listenOnKeptPort(fetch, options).catch(async (error) => {
    await store.close()
    throw error
  })
  const url = `http://127.0.0.1:${port}`
  if (!settings.publicUrl) settings.publicUrl = url
  deliverer.start()
  const look = setInterval(() => void runDueJobs(), lookEveryMs)
  look.unref()

  return {
    url,
    port,
    async close() {
      clearInterval(look)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      await deliverer.stop()
      const cut = setTimeout(() => server.closeAllConnections(), 1_000)
      await closed
      clearTimeout(cut)
      await runDueJobs()
      await store.close()
    },
  }
}
