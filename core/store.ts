/** A value that can be read and watched; its shape is what React's `useSyncExternalStore` asks for. */
export interface Store<Value> {
  get(): Value
  subscribe(listener: () => void): () => void
}

export interface WritableStore<Value> extends Store<Value> {
  set(value: Value): void
}

export function createStore<Value>(initial: Value): WritableStore<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(current, value)) return
      current = value
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
