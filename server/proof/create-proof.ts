import type { Language } from '../../core/messages/languages.ts'
import type { Drizzle } from '../db/database.ts'
import { recentPurchases } from './recent-purchases.ts'
import { type ProofRouteDeps, proofRoutes } from './routes.ts'
import { countPurchases, exportProof } from './store.ts'

interface ProofDeps extends ProofRouteDeps {
  readers: Drizzle
}

/** Purchases that visitors may see, and what each buyer lets them see. */
export function createProof({ readers, ...deps }: ProofDeps) {
  return {
    routes: proofRoutes(deps),
    /** With the names of countries in the language. */
    listRecent: (language: Language) => recentPurchases(readers, deps.secret, language),
    /** Within so many hours, counted no further than `upTo`. */
    count: (windowHours: number, upTo: number) => countPurchases(readers, windowHours, upTo),
    exportData: (userId: string) => exportProof(deps.db, userId),
  }
}
