import { useSyncExternalStore } from 'react'
import type { Store } from '../../core/store.ts'

/** `onServer` is the value in the delivered HTML; hydration starts from it and moves on to the real one. */
export function useStore<Value>(store: Store<Value>, onServer: Value): Value {
  return useSyncExternalStore(store.subscribe, store.get, () => onServer)
}

const never = () => () => {}

/** False on the server and in the first pass over its HTML, true ever after: for what only a browser can draw. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
