import { useRef } from 'react'
import * as messages from '../../core/messages/messages.ts'
import { useAvoidOverlap } from '../ui/avoid-overlap.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { useStore } from '../ui/use-store.ts'
import { type CheckoutStore, idle, type PortalStore } from './redirect-store.ts'
import { Refusal } from './refusal.tsx'

/** There is nothing wrong: what was asked for is there already, or has to wait. */
const conflict = 409

/** Announced at once, and stays until it is dismissed or the next try: nobody has to read against a clock. */
export function CheckoutErrorToast({ checkout, portal }: { checkout: CheckoutStore; portal: PortalStore }) {
  const ref = useRef<HTMLDivElement>(null)
  const failedCheckout = useStore(checkout, idle)
  const failedPortal = useStore(portal, idle)
  const failed = failedCheckout.error === null ? failedPortal : failedCheckout
  const { error, refusedWith } = failed
  useAvoidOverlap(ref, error !== null)
  const dismiss = () => {
    checkout.dismissError()
    portal.dismissError()
  }
  return (
    <div
      ref={ref}
      className={`toast ${refusedWith === conflict ? 'calm-toast' : 'error-toast'}`}
      data-phase={error === null ? 'none' : 'visible'}
    >
      <p role="alert">
        <Refusal {...failed} next="/pricing" />
      </p>
      {error !== null && (
        <button type="button" className="toast-close" aria-label={messages.dismissError} onClick={dismiss}>
          <CloseIcon />
        </button>
      )}
    </div>
  )
}
