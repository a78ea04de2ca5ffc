import { seesUrgency } from '../../core/urgency/urgency-visibility.ts'
import type { Viewer } from '../../core/viewer.ts'
import { SimulatedBanner, type SimulatedBannerProps } from './simulated-banner.tsx'

/** The banner for those who should see it (V1–V4), with the wrapper's own default base (S3). */
export function Urgency({ viewer, base = 50, ...banner }: SimulatedBannerProps & { viewer: Viewer }) {
  return seesUrgency(viewer) ? <SimulatedBanner base={base} {...banner} /> : null
}
