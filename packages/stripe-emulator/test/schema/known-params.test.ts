import { expect, it } from 'vitest'
import { z } from 'zod'
import { routes } from '../../src/api/handle-call.ts'
import { knownParams } from '../../src/api/known-params.ts'
import { type ParamTree, paramTree } from '../../src/api/param-tree.ts'
import { deriveKnownParams, paramTypes } from './derive-params.ts'

// The judge of what Stripe knows is the SDK: node_modules/stripe/esm/resources/*.d.ts, one type of parameters a call.

it('the emulator knows the parameters that the SDK’s typings know', { timeout: 180_000 }, async () => {
  await expect(deriveKnownParams()).toMatchFileSnapshot('../../src/api/known-params.ts')
  expect(Object.keys(knownParams)).toEqual(Object.keys(paramTypes))
})

it('every call that takes parameters has its type named here', () => {
  const withParams = routes.filter(({ params }) => shapeOf(params).some((name) => name !== 'expand'))
  expect(withParams.map(({ name }) => name).filter((name) => !(name in paramTypes))).toEqual([])
})

it('takes no parameter that the SDK’s version does not have', () => {
  const unknown = routes.flatMap(({ name, params }) => {
    const known = knownParams[name]
    return known === undefined ? [] : unknownIn(params, paramTree(known), name)
  })
  // Taken from callers of older versions only.
  expect(unknown).toEqual(['POST /v1/checkout/sessions: payment_method_types'])
})

function unwrap(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault)
    return unwrap(type.unwrap() as z.ZodType)
  if (type instanceof z.ZodArray) return unwrap(type.element as z.ZodType)
  if (type instanceof z.ZodPipe) {
    const { in: input, out } = type as unknown as { in: z.ZodType; out: z.ZodType }
    return unwrap(input instanceof z.ZodTransform ? out : input)
  }
  return type
}

function shapeOf(type: z.ZodType): string[] {
  const inner = unwrap(type)
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
}

function unknownIn(type: z.ZodType, known: ParamTree, place: string): string[] {
  const inner = unwrap(type)
  if (inner instanceof z.ZodUnion)
    return (inner.options as z.ZodType[]).flatMap((option) => unknownIn(option, known, place))
  if (!(inner instanceof z.ZodObject)) return []
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const below = known.get(name)
    return below ? unknownIn(field, below, `${place} ${name}`) : [`${place}: ${name}`]
  })
}
