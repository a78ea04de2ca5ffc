import type { Language } from '../../core/messages/languages.ts'
import type { Drizzle } from '../db/database.ts'
import { recentPurchases } from './recent-purchases.ts'
import { type ProofRouteDeps, proofRoutes } from './routes.ts'
import { countPurchases, exportProof } from './store.ts'

interface ProofDeps extends ProofRouteDeps {
  readers: Drizzle
  /** Of the key in use: only what was bought with one like it is shown. */
  livemode: boolean
}

/** Purchases that visitors may see, and what each buyer lets them see. */
export function createProof({ readers, livemode, ...deps }: ProofDeps) {
  return {
    routes: proofRoutes(deps),
    /** With the names of countries in the language. */
    listRecent: (language: Language) => recentPurchases(readers, { ...deps, livemode }, language),
    /** Within so many hours, counted no further than `upTo`. */
    count: (windowHours: number, upTo: number) => countPurchases(readers, { livemode, windowHours, upTo }),
    exportData: (userId: string) => exportProof(deps.db, userId),
  }
}
