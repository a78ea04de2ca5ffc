type Labels = Record<string, string>
type Read = () => number | Promise<number | [Labels, number][]>

export type Metrics = ReturnType<typeof createMetrics>

/** What this process counts, as Prometheus reads it. Names and labels come from our code alone, so their number is bounded. */
export function createMetrics() {
  const families: { head: string; lines: () => string[] | Promise<string[]> }[] = []
  const add = (name: string, type: string, help: string, lines: () => string[] | Promise<string[]>) =>
    families.push({ head: `# HELP ${name} ${help}\n# TYPE ${name} ${type}`, lines })

  return {
    counter(name: string, help: string) {
      const counts = new Map<string, number>()
      add(name, 'counter', help, () => [...counts].map(([labels, count]) => `${name}${labels} ${count}`))
      return (labels: Labels) => {
        const key = written(labels)
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    },

    histogram(name: string, help: string, bounds: readonly number[]) {
      const series = new Map<string, { labels: Labels; buckets: number[]; count: number; sum: number }>()
      const start = (labels: Labels) => ({ labels, buckets: bounds.map(() => 0), count: 0, sum: 0 })
      add(name, 'histogram', help, () =>
        [...series.values()].flatMap(({ labels, buckets, count, sum }) => [
          ...bounds.map(
            (le, index) => `${name}_bucket${written({ ...labels, le: `${le}` })} ${buckets[index]}`,
          ),
          `${name}_bucket${written({ ...labels, le: '+Inf' })} ${count}`,
          `${name}_sum${written(labels)} ${sum}`,
          `${name}_count${written(labels)} ${count}`,
        ]),
      )
      return (labels: Labels, value: number) => {
        if (!Number.isFinite(value)) return
        const key = written(labels)
        const one = series.get(key) ?? start(labels)
        series.set(key, one)
        for (let index = bounds.length - 1; index >= 0 && value <= (bounds[index] ?? 0); index -= 1)
          one.buckets[index] = (one.buckets[index] ?? 0) + 1
        one.count += 1
        one.sum += value
      }
    },

    /** Read at each scrape. One that cannot be read is left out: no value is better than a wrong one. */
    gauge(name: string, help: string, read: Read) {
      add(name, 'gauge', help, async () => {
        try {
          const values = await read()
          if (typeof values === 'number') return [`${name} ${values}`]
          return values.map(([labels, value]) => `${name}${written(labels)} ${value}`)
        } catch {
          return []
        }
      })
    },

    async render(): Promise<string> {
      const texts = await Promise.all(
        families.map(async ({ head, lines }) => [head, ...(await lines())].join('\n')),
      )
      return `${texts.join('\n')}\n`
    },
  }
}

const writtenBefore = new WeakMap<Labels, string>()

/** Labels that are used again and again are put together once. */
function written(labels: Labels): string {
  const before = writtenBefore.get(labels)
  if (before !== undefined) return before
  const text = write(labels)
  writtenBefore.set(labels, text)
  return text
}

function write(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/["\\\n]/g, '\\$&')}"`,
  )
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}
