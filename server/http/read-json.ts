import type { Context } from 'hono'
import type { z } from 'zod'
import { AppError, type ErrorCode } from '../errors.ts'

/** RFC 9110, section 8.3: type and charset are case-insensitive, the charset may be quoted. Nothing else is JSON to us. */
const jsonContentType = /^application\/json[ \t]*(;[ \t]*charset=("utf-8"|utf-8)[ \t]*)?$/i

/**
 * The request's body, checked against a strict schema. The one place that parses a body: a handler that needs a part of it gets
 * the result, never the bytes, so that no two parsers can disagree.
 */
export async function readJson<Body>(
  c: Context,
  schema: z.ZodType<Body>,
  refusal: ErrorCode = 'bad-request',
): Promise<Body> {
  if (!jsonContentType.test(c.req.header('content-type') ?? '')) throw new AppError('not-json')
  const body = schema.safeParse(parse(await c.req.text()))
  if (!body.success) throw new AppError(refusal)
  return body.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
