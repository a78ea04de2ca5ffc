import { useRef } from 'react'
import { longestWaitMs } from '../../core/billing/contract.ts'
import * as messages from '../../core/messages/messages.ts'
import { useAvoidOverlap } from '../ui/avoid-overlap.ts'
import { useStore } from '../ui/use-store.ts'
import { visitorLocale } from '../ui/visitor-locale.ts'
import { type CheckoutStore, idle } from './redirect-store.ts'

/** Why the button still reads `Redirecting...`: announced politely once, with the time at which the wait ends at the latest. */
export function CheckoutWait({ checkout }: { checkout: CheckoutStore }) {
  const ref = useRef<HTMLDivElement>(null)
  const { waiting } = useStore(checkout, idle)
  useAvoidOverlap(ref, waiting !== undefined)
  return (
    <div ref={ref} className="toast wait-toast" data-phase={waiting ? 'visible' : 'none'}>
      <p aria-live="polite" aria-atomic="true">
        {waiting &&
          messages.checkoutWaits({
            reason: waiting.reason,
            minutes: longestWaitMs / 60_000,
            time: timeOfDay(waiting.until),
          })}
      </p>
      {waiting && (
        <button type="button" className="stop-waiting" onClick={checkout.reset}>
          {messages.stopWaiting}
        </button>
      )}
    </div>
  )
}

const timeOfDay = (at: number): string =>
  new Date(at).toLocaleTimeString(visitorLocale(), { hour: 'numeric', minute: '2-digit' })
