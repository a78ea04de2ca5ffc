import { useRef } from 'react'
import * as messages from '../../core/messages/messages.ts'
import type { PaidPlanId } from '../../core/plans/plan.ts'
import type { Purchase } from '../../core/proof/purchase.ts'
import type { ToastTimeline } from '../../core/proof/toast-timeline.ts'
import { useAvoidOverlap } from '../ui/avoid-overlap.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { rich } from '../ui/rich.ts'
import { useStore } from '../ui/use-store.ts'

interface PurchaseToastProps {
  timeline: ToastTimeline
  planNames: Record<PaidPlanId, string>
}

/** Draws what the timeline says. The status line is always there, so that a new text in it is announced. */
export function PurchaseToast({ timeline, planNames }: PurchaseToastProps) {
  const ref = useRef<HTMLDivElement>(null)
  const toast = useStore(timeline, null)
  useAvoidOverlap(ref, toast !== null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing only holds the toast open (T7)
    <div
      ref={ref}
      className="toast purchase-toast"
      data-phase={toast?.phase ?? 'none'}
      onPointerEnter={() => timeline.hold('pointer')}
      onPointerLeave={() => timeline.release('pointer')}
      onFocus={() => timeline.hold('focus')}
      onBlur={() => timeline.release('focus')}
    >
      <p role="status">{toast && purchaseSentence(toast.purchase, planNames)}</p>
      {toast && (
        <button
          type="button"
          className="toast-close"
          aria-label={messages.closeNotification}
          onClick={timeline.close}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  )
}

/** Rule T1. */
function purchaseSentence({ name, country, plan }: Purchase, planNames: Record<PaidPlanId, string>) {
  const parts = {
    name,
    plan: planNames[plan],
    strong: (text: string) => <strong>{text}</strong>,
    span: (text: string) => <span>{text}</span>,
    em: (text: string) => <em>{text}</em>,
  }
  return rich(country ? messages.purchaseFrom({ ...parts, country }) : messages.purchase(parts))
}
