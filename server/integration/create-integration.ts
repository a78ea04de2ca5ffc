import type { CustomerState, FeaturesByPlan } from '../../core/integration/customer-state.ts'
import type { Drizzle } from '../db/database.ts'
import type { JobHandlers } from '../jobs/create-jobs.ts'
import { exportOperations, forgetOperations } from '../operations/audit-log-store.ts'
import { createRecordState, initialState, type StateDeps } from './record-state.ts'
import { type ApiRouteDeps, apiRoutes } from './routes.ts'
import { createCustomerReader, exportIntegration, listCustomerIds, versionedState } from './store.ts'
import { createDeliveries } from './webhooks/deliver.ts'
import { webhookEndpoint } from './webhooks/endpoint.ts'
import { countEvents, removeOldEvents } from './webhooks/event-store.ts'

interface IntegrationDeps
  extends Omit<StateDeps, 'endpoints' | 'features'>,
    Omit<ApiRouteDeps, 'readState' | 'recordState' | 'wakeJobs'> {
  features: FeaturesByPlan
  webhooks: readonly { url: string; secret: string }[]
}

const hourMs = 3_600_000
const pageSize = 200

/** What the operator's product gets to know: the API for its server, webhooks, and what they tell of a customer. */
export function createIntegration(deps: IntegrationDeps) {
  const { db, readers, log, now } = deps
  const endpoints = deps.webhooks.map(webhookEndpoint)
  const { recordState, recordDeletion } = createRecordState({ ...deps, endpoints })
  const readCustomer = createCustomerReader(readers)
  const deliveries = createDeliveries({ db, now, log }, endpoints)
  const wake = () => {
    for (const worker of deliveries) worker.wake()
  }

  async function readState(userId: string): Promise<CustomerState | null> {
    const customer = await readCustomer(userId)
    if (!customer) return null
    const { stored, createdAt } = customer
    const state = initialState(deps, { ...customer, externalId: null })
    return versionedState(stored ?? { state, version: 0, updatedAt: createdAt })
  }

  const routes = apiRoutes({ ...deps, readState, recordState, wakeJobs: wake })

  /** Whatever changed without a word: the catalogue, or a server of a former version that ran beside this one. */
  async function refreshStates(): Promise<void> {
    for (let after = ''; ; ) {
      const ids = await listCustomerIds(readers, after, pageSize)
      for (const id of ids) await db.transaction((tx) => recordState(tx, id))
      const last = ids.at(-1)
      if (last === undefined || ids.length < pageSize) break
      after = last
    }
    wake()
  }

  const jobs: JobHandlers = {
    'end-grant': {
      run: ({ payload }) => db.transaction((tx) => recordState(tx, String(payload.userId))).then(wake),
    },
    'refresh-states': { everyMs: 24 * hourMs, atStart: true, run: refreshStates },
    'purge-webhook-events': { everyMs: hourMs, run: () => removeOldEvents(db) },
  }

  return {
    routes,
    jobs,
    readState,
    recordState,
    /** Ends what is known of a customer, in the transaction that deletes the user. */
    async recordDeletion(tx: Drizzle, userId: string): Promise<void> {
      await recordDeletion(tx, userId)
      await forgetOperations(tx, userId)
    },
    exportData: async (userId: string) => ({
      ...(await exportIntegration(db, userId)),
      auditLog: await exportOperations(db, userId),
    }),
    /** For each endpoint: what it has not taken yet. */
    countWaiting: async () => {
      const counts = await countEvents(readers)
      return endpoints.map(({ id, url }) => ({ url, ...(counts.get(id) ?? { waiting: 0, oldest: null }) }))
    },
    deliveries: {
      wake,
      /** Sends everything that is due. */
      runDue: async () => {
        await Promise.all(deliveries.map((worker) => worker.runDue()))
      },
      work: async () => {
        await Promise.all(deliveries.map((worker) => worker.work()))
      },
      stop() {
        for (const worker of deliveries) worker.stop()
      },
    },
  }
}
