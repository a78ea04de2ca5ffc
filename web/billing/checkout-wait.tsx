import { useRef } from 'react'
import { longestWaitMs } from '../../core/billing/contract.ts'
import { useKeepClear } from '../ui/avoid-overlap.ts'
import { englishLocale } from '../ui/english-locale.ts'
import { useStore } from '../ui/use-store.ts'
import { type CheckoutStore, idle } from './redirect-store.ts'

/** Why the button still reads `Redirecting...`: announced politely once, with the time at which the wait ends at the latest. */
export function CheckoutWait({ checkout }: { checkout: CheckoutStore }) {
  const ref = useRef<HTMLDivElement>(null)
  const { waiting } = useStore(checkout, idle)
  useKeepClear(ref, waiting !== undefined)
  return (
    <div ref={ref} className="toast wait-toast" data-phase={waiting ? 'visible' : 'none'}>
      <p aria-live="polite" aria-atomic="true">
        {waiting &&
          `${waiting.reason} Keep this page open: it checks every few seconds and takes you to the payment as soon as there’s room. It waits ${longestWaitMs / 60_000} minutes at most, until ${timeOfDay(waiting.until)}.`}
      </p>
      {waiting && (
        <button type="button" className="stop-waiting" onClick={checkout.reset}>
          Stop waiting
        </button>
      )}
    </div>
  )
}

const timeOfDay = (at: number): string =>
  new Date(at).toLocaleTimeString(englishLocale(), { hour: 'numeric', minute: '2-digit' })
