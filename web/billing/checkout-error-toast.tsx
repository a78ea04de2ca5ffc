import { useRef } from 'react'
import { CloseIcon } from '../ui/icons.tsx'
import { useKeepClear } from '../ui/keep-clear.ts'

/** Announced at once, and stays until it is dismissed or the next try: nobody has to read against a clock. */
export function CheckoutErrorToast({ error, onDismiss }: { error: string | null; onDismiss: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useKeepClear(ref, error !== null)
  return (
    <div ref={ref} className="toast error-toast" data-phase={error === null ? 'none' : 'visible'}>
      <p role="alert">{error}</p>
      {error !== null && (
        <button type="button" className="toast-close" aria-label="Dismiss error" onClick={onDismiss}>
          <CloseIcon />
        </button>
      )}
    </div>
  )
}
