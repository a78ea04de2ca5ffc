import { expect, test } from 'vitest'
import { drawPlot } from './draw-plot.ts'
import { type Part, rowOf } from './row.ts'
import { mergeResults } from './write-results.ts'

const row = (part: Part, name: string, ours: number, value = 0) =>
  rowOf({ part, name, unit: '', ours, reference: { name: 'reference', value } })

const page = row('page', 'HTML', 3, 2)
const last = { machines: { page: 'slow', start: 'slow' }, rows: [page, row('start', 'first', 1)] }

test('a run of launch day adds its rows in their place, with its machine, and leaves the others theirs', () => {
  const launch = [row('launch', 'seats offered', 50), row('launch', 'readers', 5, 2)]
  const results = mergeResults(last, launch, 'fast')
  expect(results).toEqual({
    machines: { page: 'slow', start: 'slow', launch: 'fast' },
    rows: [...last.rows, ...launch],
  })
  const plot = drawPlot(results.rows)
  for (const shown of ['page: HTML', 'launch: readers']) expect(plot).toContain(shown)
  // What has no reference has no bar.
  expect(plot).not.toContain('seats offered')
})

test('a part that is measured again has none of its last rows', () => {
  const start = row('start', 'later', 2)
  expect(mergeResults(last, [start], 'fast')).toEqual({
    machines: { page: 'slow', start: 'fast' },
    rows: [page, start],
  })
})
