import { type CallApi, createApi } from './call-api.ts'
import { type CustomerState, isCustomerState } from './customer-state.ts'
import { FairseatError, notFairseat } from './fairseat-error.ts'
import { createStateCache, pathByExternalId, pathById } from './state-cache.ts'

export interface FairseatOptions {
  /** Where Fairseat is, such as `https://shop.example`. */
  url: string
  /** One of API_KEYS: `fs_…`. */
  apiKey: string
  /** Another one than the global. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** How long `can` takes what it knows for true without asking. 5 s. */
  cacheMs?: number
  /** How long `can` goes on with what it knew last while Fairseat does not answer. 1 day. */
  maxStaleMs?: number
  /** How long an answer is waited for. 3 s. */
  timeoutMs?: number
  /** A clock in milliseconds, for tests. */
  now?: () => number
}

/** The id at Fairseat, or the id that your product gave with `customers.save`. */
export type CustomerRef = string | { externalId: string }

export interface CustomerUpdate {
  email: string
  name?: string
  /** Whether your product has verified the address. Only then an account that has it is linked. False. */
  emailVerified?: boolean
}

export interface SignInLink {
  /** For one use. */
  url: string
  expiresAt: string
}

export interface Fairseat {
  customers: {
    /** Null: there is no such customer. */
    get(id: string): Promise<CustomerState | null>
    byExternalId(externalId: string): Promise<CustomerState | null>
    /** By a verified address. */
    byEmail(email: string): Promise<CustomerState | null>
    /** Makes or updates the customer of a user of your product; safe to repeat. */
    save(externalId: string, user: CustomerUpdate): Promise<CustomerState>
    /** Signs the user in at Fairseat without another sign-in: redirect there at once. Null: there is no such customer. */
    createSignInLink(id: string, options?: { next?: string }): Promise<SignInLink | null>
  }
  /** Whether the customer has the feature. `unknown`: Fairseat does not answer, and nothing recent is known. */
  can(customer: CustomerRef, feature: string): Promise<boolean | 'unknown'>
  /** Takes the state of a verified webhook, unless a newer one is known. */
  remember(state: CustomerState): void
}

const maxFailures = 20_000

export function createFairseat(options: FairseatOptions): Fairseat {
  const { url, apiKey, cacheMs = 5_000, maxStaleMs = 86_400_000, timeoutMs = 3_000 } = options
  const { now = () => performance.now(), fetch = (target, init) => globalThis.fetch(target, init) } = options
  if (!/^https?:\/\//.test(url))
    throw new TypeError('createFairseat: url must begin with https:// or http://')
  if (!apiKey) throw new TypeError('createFairseat: apiKey is missing')
  const callApi: CallApi = createApi({ url, apiKey, fetch, timeoutMs })
  const cache = createStateCache(now)
  /** Requests of `can` under way, and when the last one of a customer failed. */
  const refreshing = new Map<string, Promise<void>>()
  const failedAt = new Map<string, number>()

  /** Asks the API, and keeps the answer. */
  async function read(path: string): Promise<CustomerState | null> {
    const asked = cache.get(path)
    const result = await callApi(path, { known: asked?.state ?? undefined })
    if (result.outcome === 'unchanged') cache.confirm(path, asked)
    else cache.update(path, asked, result.outcome === 'found' ? asState(result.body) : null)
    return cache.get(path)?.state ?? null
  }

  /** One request for all who ask at the same time. */
  function refresh(path: string): Promise<void> {
    const underWay = refreshing.get(path)
    if (underWay) return underWay
    const started = read(path)
      .then(() => void failedAt.delete(path))
      .catch((error) => {
        if (!(error instanceof FairseatError && error.isTemporary)) throw error
        if (failedAt.size >= maxFailures) failedAt.clear()
        failedAt.set(path, now())
      })
      .finally(() => refreshing.delete(path))
    refreshing.set(path, started)
    return started
  }

  async function can(customer: CustomerRef, feature: string): Promise<boolean | 'unknown'> {
    const path = typeof customer === 'string' ? pathById(customer) : pathByExternalId(customer.externalId)
    const isRecent = (at: number | undefined) => at !== undefined && now() - at < cacheMs
    // After a failure too, so that nobody waits for each answer of a Fairseat that is down.
    if (!isRecent(cache.get(path)?.knownAt) && !isRecent(failedAt.get(path))) await refresh(path)
    const known = cache.get(path)
    if (!known || now() - known.knownAt > maxStaleMs) return 'unknown'
    return known.state?.features.includes(feature) ?? false
  }

  return {
    customers: {
      get: (id) => read(pathById(id)),
      byExternalId: (externalId) => read(pathByExternalId(externalId)),
      async byEmail(email) {
        const result = await callApi(`/customers?email=${encodeURIComponent(email)}`)
        return result.outcome === 'found' ? asState(result.body) : null
      },
      async save(externalId, user) {
        const path = pathByExternalId(externalId)
        const asked = cache.get(path)
        const result = await callApi(path, { method: 'PUT', body: user })
        if (result.outcome !== 'found') throw unexpected()
        const state = asState(result.body)
        cache.update(path, asked, state)
        return state
      },
      async createSignInLink(id, { next } = {}) {
        const body = next === undefined ? {} : { next }
        const result = await callApi(`${pathById(id)}/sign-in-links`, { method: 'POST', body })
        return result.outcome === 'found' ? asSignInLink(result.body) : null
      },
    },
    can,
    remember: cache.remember,
  }
}

const unexpected = () => new FairseatError('The answer is not one of Fairseat.', 0, notFairseat)

function asState(body: unknown): CustomerState {
  if (!isCustomerState(body)) throw unexpected()
  return body
}

function asSignInLink(body: unknown): SignInLink {
  const { url, expiresAt } = body as Partial<SignInLink>
  if (typeof url !== 'string' || typeof expiresAt !== 'string') throw unexpected()
  return { url, expiresAt }
}
