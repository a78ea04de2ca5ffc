interface Question<Key, Row> {
  key: Key
  resolve: (rows: Row[]) => void
  reject: (error: unknown) => void
}

/**
 * One question at a time from outside; what is asked in the same turn of the event loop goes into one statement, so that
 * under load a statement answers many requests. It starts after all of them have asked: nobody gets an answer that is
 * older than their question. When it fails, it fails for all of them.
 */
export function batchReads<Key, Row>(
  readRows: (keys: Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): (key: Key) => Promise<Row[]> {
  let questions: Question<Key, Row>[] = []

  async function answer() {
    const answered = questions
    questions = []
    try {
      const rowsByKey = new Map<Key, Row[]>(answered.map(({ key }) => [key, []]))
      for (const row of await readRows([...rowsByKey.keys()])) rowsByKey.get(keyOf(row))?.push(row)
      for (const { key, resolve } of answered) resolve(rowsByKey.get(key) ?? [])
    } catch (error) {
      for (const { reject } of answered) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      questions.push({ key, resolve, reject })
      if (questions.length === 1) setImmediate(answer)
    })
}
