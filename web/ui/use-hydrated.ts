import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first pass over its HTML, true ever after: for what only a browser can draw. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
