import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { createResponseCheck } from '../../tests/support/app/open-api.ts'
import { openApiDocument } from './openapi.ts'

const document = JSON.parse(
  JSON.stringify(openApiDocument({ siteUrl: 'https://shop.example', product: 'Pagelet' })),
)

test('the document is OpenAPI 3.1, as a public validator judges', async () => {
  const validator = new Validator()
  const result = await validator.validate(document)
  expect(result).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('what the document does not describe is noticed in a response', async () => {
  const check = createResponseCheck(document)
  const state = {
    id: 'usr_1',
    externalId: null,
    email: 'ana@example.com',
    plan: 'free',
    status: 'none',
    features: [],
    trialEndsAt: null,
    periodEndsAt: null,
    cancelAtPeriodEnd: false,
    graceEndsAt: null,
    seat: null,
    livemode: false,
    version: 0,
    updatedAt: '2026-11-15T10:00:00Z',
  }
  await check('GET', '/customers/usr_1', Response.json(state))
  const { seat: _, ...withoutSeat } = state
  for (const wrong of [withoutSeat, { ...state, plan: 'gold' }, { ...state, name: 'x' }])
    await expect(check('GET', '/customers/usr_1', Response.json(wrong))).rejects.toThrow(
      'GET /customers/{id} 200',
    )
  await expect(check('GET', '/customers/usr_1', Response.json({}, { status: 418 }))).rejects.toThrow(
    'not in the document',
  )
})
