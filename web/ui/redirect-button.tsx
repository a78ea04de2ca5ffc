import { useRef } from 'react'
import * as messages from '../../core/messages/messages.ts'
import type { Store } from '../../core/store.ts'
import { useFocusBack } from './use-focus-back.ts'
import { useStore } from './use-store.ts'

/** `redirecting` is what the browser is on its way to, if anything: one at a time. */
export interface Redirecting<Intent> extends Store<{ redirecting: Intent | null }> {
  start(intent: Intent): unknown
}

interface RedirectButtonProps<Intent> {
  store: Redirecting<Intent>
  intent: Intent
  text: string
  isPrimary?: boolean
}

const idle = { redirecting: null }

export function RedirectButton<Intent>({ store, intent, text, isPrimary }: RedirectButtonProps<Intent>) {
  const ref = useRef<HTMLButtonElement>(null)
  const { redirecting } = useStore(store, idle)
  const running = redirecting === intent
  useFocusBack(ref, running)
  return (
    <button
      ref={ref}
      type="button"
      className={isPrimary ? 'button button-primary' : 'button'}
      disabled={redirecting !== null}
      onClick={() => store.start(intent)}
    >
      {running ? messages.redirecting : text}
    </button>
  )
}
