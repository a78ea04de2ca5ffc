import { type RefObject, useEffect, useRef } from 'react'

/** A button that was disabled under the keyboard has lost the focus: after a failure it gets it back. */
export function useFocusBack(ref: RefObject<HTMLElement | null>, running: boolean) {
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !running && document.activeElement === document.body) ref.current?.focus()
    wasRunning.current = running
  }, [ref, running])
}
