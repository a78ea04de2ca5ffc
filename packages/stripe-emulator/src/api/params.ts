import { z } from 'zod'
import type { Metadata } from '../objects/common.ts'
import { isKnown, type ParamTree } from './param-tree.ts'
import { StripeError } from './stripe-error.ts'

export const text = z.string().min(1).max(5000)
export const integer = z
  .string()
  .regex(/^-?\d+$/, 'integer')
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const url = z.string().refine((value) => /^https?:\/\/[^/]/.test(value) && URL.canParse(value), 'url')

/** Stripe deletes a value that is sent empty; it arrives as null. */
export function emptyable<T extends z.ZodType>(value: T) {
  return z.preprocess((input) => (input === '' ? null : input), value.nullable()).optional()
}

const metadataFields = z.record(z.string().min(1).max(40), z.string().max(500))
/** '' deletes everything; a field that is sent empty is deleted. */
export const metadata = z
  .preprocess((input) => (input === '' ? null : input), metadataFields.nullable())
  .optional()

export type MetadataChange = z.output<typeof metadata>

export function mergeMetadata(current: Metadata, change: MetadataChange): Metadata {
  if (change === undefined) return current
  if (change === null) return {}
  const merged = Object.entries({ ...current, ...change }).filter(([, value]) => value !== '')
  if (merged.length > 50) {
    throw new StripeError(400, 'You can specify up to 50 metadata keys.', { param: 'metadata' })
  }
  return Object.fromEntries(merged)
}

/** Leaves out what was not sent, so that it does not overwrite what is there. */
export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const sent = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

export const expand = { expand: z.array(z.string()).optional() }

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
})
export const created = z.union([integer, range]).optional()
export type CreatedFilter = z.output<typeof created>

export const paging = {
  ...expand,
  limit: integer.pipe(z.number().min(1).max(100)).optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
}

/**
 * Missing, malformed and unknown parameters are refused by name. What Stripe knows and the emulator does not act on is
 * left out and given to `ignore`.
 */
export function readParams<T extends z.ZodType>(
  schema: T,
  raw: unknown,
  known: ParamTree,
  ignore: (names: string[]) => void,
): z.output<T> {
  const read = schema.safeParse(raw)
  if (read.success) return read.data
  const unread = unreadNames(read.error.issues)
  const leaves = unread.flatMap((path) => withInner(raw, path))
  const unknown = leaves.filter((path) => !isKnown(known, path))
  if (unknown.length > 0) throw unknownParam(unknown.map(nameOf))
  if (unread.length > 0) {
    ignore(leaves.map(nameOf))
    return readParams(schema, unread.reduce(without, raw), known, ignore)
  }
  const [issue] = read.error.issues
  if (!issue) throw read.error
  const param = nameOf(issue.path)
  const value = issue.path.reduce<unknown>(
    (place, step) => (place as Record<PropertyKey, unknown>)?.[step],
    raw,
  )
  if (value === undefined) {
    throw new StripeError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  const [code, message] = explain(issue, param, value)
  throw new StripeError(400, message, { code, param })
}

function unreadNames(issues: z.core.$ZodIssue[]): PropertyKey[][] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  )
}

/** The paths of everything that a parameter holds; its own where it holds nothing. */
function withInner(raw: unknown, path: PropertyKey[]): PropertyKey[][] {
  const value = path.reduce<unknown>((place, step) => (place as Record<PropertyKey, unknown>)[step], raw)
  if (value === null || typeof value !== 'object') return [path]
  const steps = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value)
  return steps.flatMap((step) => withInner(raw, [...path, step]))
}

/** A copy of the tree of parameters that lacks one. */
function without(raw: unknown, [step, ...rest]: PropertyKey[]): unknown {
  if (Array.isArray(raw))
    return raw.map((entry, index) => (index === Number(step) ? without(entry, rest) : entry))
  const { [String(step)]: inner, ...others } = raw as Record<string, unknown>
  return rest.length === 0 ? others : { ...others, [String(step)]: without(inner, rest) }
}

export function unknownParam(names: string[]): StripeError {
  const plural = names.length > 1 ? 's' : ''
  return new StripeError(400, `Received unknown parameter${plural}: ${names.join(', ')}`, {
    code: 'parameter_unknown',
    param: names[0],
  })
}

function explain(issue: z.core.$ZodIssue, param: string, value: unknown): [string | undefined, string] {
  if (issue.message === 'integer') return ['parameter_invalid_integer', `Invalid integer: ${value}`]
  if (issue.message === 'url') return ['url_invalid', 'Not a valid URL']
  if (value === '') return ['parameter_invalid_empty', `You passed an empty string for '${param}'.`]
  if (issue.code === 'invalid_value') {
    return [undefined, `Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`]
  }
  return [undefined, `Invalid ${param}: ${issue.message}`]
}

function nameOf(path: PropertyKey[]): string {
  return path.map((step, depth) => (depth === 0 ? String(step) : `[${String(step)}]`)).join('')
}
