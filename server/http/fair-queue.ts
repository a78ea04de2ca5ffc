export type FairQueue<Item> = ReturnType<typeof createFairQueue<Item>>

/** One queue for each key, and each key in turn: however many items one has waiting, another's next one is near the front. */
export function createFairQueue<Item>() {
  // A Map keeps the order of insertion: whose turn it was is put at the end.
  const byKey = new Map<string, Item[]>()
  return {
    add(key: string, item: Item): void {
      const queue = byKey.get(key)
      if (queue) queue.push(item)
      else byKey.set(key, [item])
    },

    take(): Item | undefined {
      for (const [key, queue] of byKey) {
        byKey.delete(key)
        const item = queue.shift()
        if (queue.length > 0) byKey.set(key, queue)
        return item
      }
      return undefined
    },
  }
}
