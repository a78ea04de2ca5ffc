import type { Viewer } from '../viewer.ts'

/** Rules V1–V3. A failed lookup (V4) reaches this as a signed-out viewer. */
export function seesUrgency(viewer: Viewer): boolean {
  return viewer.status === 'signed-out' || (viewer.status === 'signed-in' && viewer.plan === 'free')
}
