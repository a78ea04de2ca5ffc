import { useRef } from 'react'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { useStore } from '../ui/use-store.ts'
import { idlePortal, type PortalErrand, type PortalStore } from './portal-store.ts'

const texts: Record<PortalErrand, string> = { manage: 'Manage billing', card: 'Update your card' }

export function PortalButton({ store, errand }: { store: PortalStore; errand: PortalErrand }) {
  const ref = useRef<HTMLButtonElement>(null)
  const { redirecting } = useStore(store, idlePortal)
  const running = redirecting === errand
  useFocusBack(ref, running)
  return (
    <button
      ref={ref}
      type="button"
      className={errand === 'card' ? 'button button-primary' : 'button'}
      disabled={redirecting !== null}
      onClick={() => store.open(errand)}
    >
      {running ? 'Redirecting...' : texts[errand]}
    </button>
  )
}
