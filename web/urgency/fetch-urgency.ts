import { language } from '../../core/messages/messages.ts'
import { pathPrefix } from '../../core/messages/page-path.ts'
import { type LiveUrgency, urgencyPath } from '../../core/urgency/contract.ts'
import type { UrgencyResult } from '../../core/urgency/live-feed.ts'
import { type ApiSettings, readPublic } from '../api-client.ts'

/** In the first language of the site there is none: a cache has one answer for all. */
const languageQuery = pathPrefix() && `?language=${language}`

/** Null when there is no answer, or none that can be used. */
export async function fetchUrgency(settings: ApiSettings): Promise<UrgencyResult | null> {
  try {
    const response = await readPublic(settings, urgencyPath + languageQuery)
    if (!response.ok) return null
    const urgency: LiveUrgency = await response.json()
    if (!Number.isInteger(urgency.remaining) || !Array.isArray(urgency.purchases)) return null
    return { urgency, ageMs: ageOf(response, Date.parse(urgency.asOf)) }
  } catch {
    return null
  }
}

/** By the server's clock and the caches' count alone: the visitor's own clock may be wrong. */
function ageOf({ headers }: Response, asOf: number): number {
  const sentAt = Date.parse(headers.get('date') ?? '')
  const inCacheMs = (Number(headers.get('age')) || 0) * 1_000
  return Math.max(0, sentAt - asOf || 0) + inCacheMs
}
