import { expect, it } from 'vitest'
import { z } from 'zod'
import { routes } from '../api/answer-call.ts'
import { check } from './derive-schemas.ts'

const params: [method: string, path: string, type: string][] = [
  ['POST', '/v1/customers', 'CustomerCreateParams'],
  ['POST', '/v1/customers/x', 'CustomerUpdateParams'],
  ['GET', '/v1/customers', 'CustomerListParams'],
  ['POST', '/v1/customers/x/balance_transactions', 'CustomerCreateBalanceTransactionParams'],
  ['POST', '/v1/products', 'ProductCreateParams'],
  ['POST', '/v1/products/x', 'ProductUpdateParams'],
  ['GET', '/v1/products', 'ProductListParams'],
  ['POST', '/v1/prices', 'PriceCreateParams'],
  ['POST', '/v1/prices/x', 'PriceUpdateParams'],
  ['GET', '/v1/prices', 'PriceListParams'],
  ['POST', '/v1/checkout/sessions', 'Checkout.SessionCreateParams'],
  ['GET', '/v1/checkout/sessions', 'Checkout.SessionListParams'],
  ['POST', '/v1/billing_portal/configurations', 'BillingPortal.ConfigurationCreateParams'],
  ['POST', '/v1/billing_portal/configurations/x', 'BillingPortal.ConfigurationUpdateParams'],
  ['GET', '/v1/billing_portal/configurations', 'BillingPortal.ConfigurationListParams'],
  ['POST', '/v1/billing_portal/sessions', 'BillingPortal.SessionCreateParams'],
  ['POST', '/v1/subscriptions/x', 'SubscriptionUpdateParams'],
  ['DELETE', '/v1/subscriptions/x', 'SubscriptionCancelParams'],
  ['GET', '/v1/subscriptions', 'SubscriptionListParams'],
  ['GET', '/v1/invoices', 'InvoiceListParams'],
  ['POST', '/v1/invoices/x/pay', 'InvoicePayParams'],
  ['GET', '/v1/invoice_payments', 'InvoicePaymentListParams'],
  ['GET', '/v1/payment_intents', 'PaymentIntentListParams'],
  ['GET', '/v1/charges', 'ChargeListParams'],
  ['POST', '/v1/refunds', 'RefundCreateParams'],
  ['GET', '/v1/refunds', 'RefundListParams'],
  ['GET', '/v1/disputes', 'DisputeListParams'],
  ['POST', '/v1/disputes/x', 'DisputeUpdateParams'],
  ['POST', '/v1/credit_notes', 'CreditNoteCreateParams'],
  ['GET', '/v1/credit_notes', 'CreditNoteListParams'],
  ['GET', '/v1/events', 'EventListParams'],
  ['POST', '/v1/webhook_endpoints', 'WebhookEndpointCreateParams'],
  ['POST', '/v1/webhook_endpoints/x', 'WebhookEndpointUpdateParams'],
]

it('takes no parameter that the SDK’s version does not have', { timeout: 60_000 }, () => {
  const aliases = params.map(([, , type], index) => `export type P${index} = Stripe.${type}`)
  const nested = [
    'export type N0 = NonNullable<Stripe.Checkout.SessionCreateParams["subscription_data"]>',
    'export type N1 = NonNullable<Stripe.Checkout.SessionCreateParams["payment_intent_data"]>',
    'export type N2 = NonNullable<Stripe.Checkout.SessionCreateParams["line_items"]>[number]',
  ]
  const { checker, file } = check([`import type Stripe from 'stripe'`, ...aliases, ...nested].join('\n'))
  const module = checker.getSymbolAtLocation(file)
  const exported = module ? checker.getExportsOfModule(module) : []
  const namesOf = (alias: string) => {
    const symbol = exported.find(({ name }) => name === alias)
    if (!symbol) throw new Error(`No ${alias}`)
    return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).map(({ name }) => name)
  }
  const shapeOf = (method: string, path: string) => {
    const route = routes.find((known) => known.method === method && known.pattern.test(path))
    if (!(route?.params instanceof z.ZodObject)) throw new Error(`No ${method} ${path}`)
    return route.params.shape as Record<string, z.ZodType>
  }
  const unknown = params.flatMap(([method, path], index) => {
    const known = namesOf(`P${index}`)
    const names = Object.keys(shapeOf(method, path))
    return names.filter((name) => !known.includes(name)).map((name) => `${method} ${path}: ${name}`)
  })
  expect(unknown).toEqual([])

  const session = shapeOf('POST', '/v1/checkout/sessions')
  const inner = (type: z.ZodType | undefined): string[] => {
    if (type instanceof z.ZodOptional) return inner(type.unwrap() as z.ZodType)
    if (type instanceof z.ZodArray) return inner(type.element as z.ZodType)
    return type instanceof z.ZodObject ? Object.keys(type.shape) : []
  }
  expect(namesOf('N0')).toEqual(expect.arrayContaining(inner(session.subscription_data)))
  expect(namesOf('N1')).toEqual(expect.arrayContaining(inner(session.payment_intent_data)))
  expect(namesOf('N2')).toEqual(expect.arrayContaining(inner(session.line_items)))
  expect(inner(session.line_items)).toContain('price')
})
