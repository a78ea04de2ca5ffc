import type { Context } from 'hono'
import { setCookies } from '../http/leave-for.ts'
import { authError, cookiesOf } from './auth-response.ts'

/** The library's result: its cookies are passed on, an error is thrown as an AppError. */
export async function takeResult(c: Context, response: Response) {
  setCookies(c, cookiesOf(response))
  if (!response.ok) throw await authError(response)
  return response.json()
}
