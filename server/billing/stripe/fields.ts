/** What was asked for together with what refers to it. */
export const expanded = <Row extends { id: string }>(
  reference: string | Row | null | undefined,
): Row | null => (typeof reference === 'object' ? reference : null)

export const toDate = (seconds: number) => new Date(seconds * 1_000)

export const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)
