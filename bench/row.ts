export const parts = ['page', 'server', 'growth', 'start', 'launch', 'integration', 'seat-log'] as const
export type Part = (typeof parts)[number]

export interface Measure {
  part: Part
  name: string
  unit: string
  ours: number
  /** Measured in the same run, in turns with ours. */
  reference: { name: string; value: number }
  target?: Target
}

type Target = { ratioAtMost: number } | { ratioAtLeast: number } | { atMost: number } | { atLeast: number }

export interface Row extends Omit<Measure, 'target'> {
  /** Null where the reference is zero. */
  ratio: number | null
  target: string | null
  met: boolean | null
}

export function rowOf({ target, ...measure }: Measure): Row {
  const { ours, reference } = measure
  const ratio = reference.value === 0 ? null : ours / reference.value
  return { ...measure, ratio, ...(target ? judge(target, ours, ratio ?? 0) : { target: null, met: null }) }
}

function judge(target: Target, ours: number, ratio: number): Pick<Row, 'target' | 'met'> {
  if ('ratioAtMost' in target)
    return { target: `≤ ${target.ratioAtMost} ×`, met: ratio <= target.ratioAtMost }
  if ('ratioAtLeast' in target)
    return { target: `≥ ${target.ratioAtLeast} ×`, met: ratio >= target.ratioAtLeast }
  if ('atMost' in target) return { target: `≤ ${target.atMost}`, met: ours <= target.atMost }
  return { target: `≥ ${target.atLeast}`, met: ours >= target.atLeast }
}
