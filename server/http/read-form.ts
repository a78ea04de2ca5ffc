import type { Context } from 'hono'
import type { z } from 'zod'
import { AppError } from '../errors.ts'

const formContentType = /^application\/x-www-form-urlencoded[ \t]*(;[ \t]*charset=utf-8[ \t]*)?$/i

/** The fields of a form, checked against a schema. The counterpart of readJson. */
export async function readForm<Form>(c: Context, schema: z.ZodType<Form>): Promise<Form> {
  if (!formContentType.test(c.req.header('content-type') ?? '')) throw new AppError('bad-request')
  const form = schema.safeParse(Object.fromEntries(new URLSearchParams(await c.req.text())))
  if (!form.success) throw new AppError('bad-request')
  return form.data
}
