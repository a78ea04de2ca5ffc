import type { CustomerState } from './customer-state.ts'

/** `state` is null when Fairseat said that there is no such customer. */
export interface KnownState {
  readonly state: CustomerState | null
  /** When it was known to be so. */
  readonly knownAt: number
}

/** Whoever was not asked about for longest is forgotten first. */
const maxCustomers = 20_000

export const pathById = (id: string): string => `/customers/${encodeURIComponent(id)}`
export const pathByExternalId = (externalId: string): string =>
  `/customers/external/${encodeURIComponent(externalId)}`

/** The last state known of each customer, under each path that leads to it. */
export function createStateCache(now: () => number) {
  const known = new Map<string, KnownState>()

  function put(path: string, entry: KnownState) {
    known.delete(path)
    known.set(path, entry)
    for (const oldest of known.keys()) {
      if (known.size <= maxCustomers) break
      known.delete(oldest)
    }
  }

  function keep(state: CustomerState, isWanted: (former: KnownState | undefined) => boolean) {
    const entry = { state, knownAt: now() }
    const paths = [pathById(state.id)]
    if (state.externalId !== null) paths.push(pathByExternalId(state.externalId))
    for (const path of paths) if (isWanted(known.get(path))) put(path, entry)
  }

  return {
    get(path: string): KnownState | undefined {
      const found = known.get(path)
      if (found) put(path, found)
      return found
    },
    /** From a webhook, which may come late or twice. */
    remember(state: CustomerState) {
      keep(state, (former) => !former?.state || !isOlder(state, former.state))
    },
    /**
     * What the API answered to a request that was sent when `asked` was known. If something else became known
     * meanwhile, the newer one counts.
     */
    update(path: string, asked: KnownState | undefined, state: CustomerState | null) {
      if (state) keep(state, (former) => former === asked || !former?.state || !isOlder(state, former.state))
      else if (known.get(path) === asked) put(path, { state: null, knownAt: now() })
    },
    /** It is as it was. */
    confirm(path: string, asked: KnownState | undefined) {
      const current = known.get(path)
      if (asked && (!current || current === asked)) put(path, { ...asked, knownAt: now() })
    },
  }
}

/** Versions count the changes of one customer; after a deletion your user may get another one. */
function isOlder(state: CustomerState, than: CustomerState): boolean {
  return state.id === than.id
    ? state.version < than.version
    : Date.parse(state.updatedAt) < Date.parse(than.updatedAt)
}
