import { StripeError } from './stripe-error.ts'

type FormValue = string | FormTree | FormValue[]
interface FormTree {
  [name: string]: FormValue
}

/** `a[b][0]=c` becomes `{ a: { b: ['c'] } }`, as Stripe reads bodies and query strings. */
export function parseForm(encoded: string): FormTree {
  const root: FormTree = {}
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = [...name.replace(/\[([^\]]*)\]/g, '\0$1').split('\0')]
    let place = root
    path.forEach((step, depth) => {
      if (step === '__proto__') throw new StripeError(400, `Invalid parameter name: ${name}`)
      // `a[]=x&a[]=y` counts up like `a[0]=x&a[1]=y`.
      const key = step === '' ? String(Object.keys(place).length) : step
      if (depth === path.length - 1) {
        place[key] = value
        return
      }
      const next = place[key] ?? {}
      if (typeof next === 'string' || Array.isArray(next)) throw new StripeError(400, `Invalid ${name}`)
      place[key] = next
      place = next
    })
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withArrays(value)]))
}

function withArrays(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const keys = Object.keys(value)
  const isArray = keys.length > 0 && keys.every((key) => /^\d+$/.test(key))
  if (isArray) return keys.sort((a, b) => Number(a) - Number(b)).map((key) => withArrays(value[key] ?? ''))
  return Object.fromEntries(keys.map((key) => [key, withArrays(value[key] ?? '')]))
}
