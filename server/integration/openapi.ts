import { z } from 'zod'
import type { ApiKeyScope } from '../../core/integration/api-key-scopes.ts'
import * as contract from '../../core/integration/contract.ts'
import { CustomerState } from '../../core/integration/customer-state.ts'

interface ApiInfo {
  siteUrl: string
  product: string
}

const schemas = {
  CustomerState,
  CustomerUpdate: contract.CustomerUpdate,
  SignInLinkRequest: contract.SignInLinkRequest,
  SignInLink: contract.SignInLink,
  GrantRequest: contract.GrantRequest,
  Grant: contract.Grant,
  GrantList: contract.GrantList,
  WebhookEvent: contract.WebhookEvent,
  ApiError: z.strictObject({ error: z.string().describe('A sentence.'), code: z.string() }),
}
type SchemaName = keyof typeof schemas

const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` })
const json = (name: SchemaName) => ({ content: { 'application/json': { schema: ref(name) } } })
const body = (name: SchemaName) => ({ required: true, ...json(name) })
const ok = (name: SchemaName, description: string) => ({ description, ...json(name) })
const refused = (description: string) => ({ description, ...json('ApiError') })
const inPath = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
})

const refusals = {
  '400': refused('The request is not as described here.'),
  '401': refused('The key is missing or unknown.'),
  '403': refused('The key lacks the scope, or a browser called: a key in a page is public.'),
  '429': refused('Too many calls with this key; Retry-After says when to go on.'),
}
const unknown = { '404': refused('There is no such customer.') }
const bad = { '415': refused('Not sent as JSON.') }
const stateResponse = {
  description: 'The state.',
  headers: { ETag: { description: 'Changes with the state.', schema: { type: 'string' } } },
  ...json('CustomerState'),
}
const readsState = {
  ...refusals,
  ...unknown,
  '200': stateResponse,
  '304': { description: 'Still the version of If-None-Match.' },
}
const ifNoneMatch = { name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } }
const customerId = inPath('id', 'The id of a customer state.')
const externalId = inPath('externalId', 'The id of the user in your product.')

/** OpenAPI 3.1, whose schemas are those that the routes check with. */
export const openApiDocument = ({ siteUrl, product }: ApiInfo) => ({
  openapi: '3.1.0',
  info: {
    title: `Customers of ${product}`,
    version: '1.0.0',
    description:
      'For your own server. Gate on `features`; drop a state with a lower `version` than the one you have.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: `${siteUrl}${contract.apiBase}` }],
  tags: [{ name: 'customers', description: 'Who has paid, and for what.' }],
  paths: {
    '/customers': {
      get: operation('findCustomerByEmail', ['read'], 'The state by verified e-mail address', {
        parameters: [
          { name: 'email', in: 'query', required: true, description: 'Exact.', schema: { type: 'string' } },
          ifNoneMatch,
        ],
        responses: { ...readsState, '400': refused('There is no e-mail address in the query.') },
      }),
    },
    '/customers/{id}': {
      get: operation('getCustomer', ['read'], 'The state', {
        parameters: [customerId, ifNoneMatch],
        responses: readsState,
      }),
    },
    '/customers/external/{externalId}': {
      get: operation('getCustomerByExternalId', ['read'], 'The state by the id in your product', {
        parameters: [externalId, ifNoneMatch],
        responses: readsState,
      }),
      put: operation(
        'saveCustomer',
        ['write'],
        'Creates or updates the customer of a user of your product. A new address of a known user needs the scope sign-in, too',
        {
          parameters: [externalId],
          requestBody: body('CustomerUpdate'),
          responses: {
            ...refusals,
            ...bad,
            '200': stateResponse,
            '201': { ...stateResponse, description: 'Created.' },
            '409': refused('The address or the customer belongs to somebody else.'),
          },
        },
      ),
    },
    '/customers/{id}/sign-in-links': {
      post: operation(
        'createSignInLink',
        ['sign-in'],
        'A link that signs the customer in, once, within a minute',
        {
          parameters: [customerId],
          requestBody: body('SignInLinkRequest'),
          responses: {
            ...refusals,
            ...bad,
            ...unknown,
            '201': ok('SignInLink', 'Redirect the browser to it.'),
          },
        },
      ),
    },
    '/customers/{id}/grants': {
      get: operation('listGrants', ['gifts', 'read'], 'The plans that were given and not taken back', {
        parameters: [customerId],
        responses: { ...refusals, ...unknown, '200': ok('GrantList', 'All of them.') },
      }),
      post: operation('createGrant', ['gifts'], 'Gives a plan without a payment; ends no subscription', {
        parameters: [customerId],
        requestBody: body('GrantRequest'),
        responses: { ...refusals, ...bad, ...unknown, '201': ok('Grant', 'Given.') },
      }),
    },
    '/customers/{id}/grants/{grantId}': {
      delete: operation('revokeGrant', ['gifts'], 'Takes a given plan back', {
        parameters: [customerId, inPath('grantId', 'The id of the grant.')],
        responses: {
          ...refusals,
          '200': ok('Grant', 'Taken back.'),
          '404': refused('There is no such grant.'),
        },
      }),
    },
  },
  webhooks: {
    'customer.state_changed': {
      post: {
        operationId: 'customerStateChanged',
        summary: 'Sent to each of PRODUCT_WEBHOOKS, signed as Standard Webhooks are',
        tags: ['customers'],
        security: [],
        requestBody: body('WebhookEvent'),
        responses: { '2XX': { description: 'Taken. Anything else is sent again, for three days.' } },
      },
    },
  },
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'A key of API_KEYS, fs_…; each operation names the scope that the key needs.',
      },
    },
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)])),
  },
})

/** Any one of the scopes is enough. */
const operation = (operationId: string, scopes: ApiKeyScope[], summary: string, rest: object) => ({
  operationId,
  summary,
  description: `Needs a key with the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
  tags: ['customers'],
  security: scopes.map((scope) => ({ apiKey: [scope] })),
  ...rest,
})

function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}
