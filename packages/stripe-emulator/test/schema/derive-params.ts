import ts from 'typescript'
import { check } from './derive-schemas.ts'

/** The parameters of every call that the emulator answers, by the name that the SDK gives their type. */
export const paramTypes: Record<string, string> = {
  'POST /v1/customers': 'CustomerCreateParams',
  'POST /v1/customers/:id': 'CustomerUpdateParams',
  'GET /v1/customers': 'CustomerListParams',
  'GET /v1/customers/search': 'CustomerSearchParams',
  'POST /v1/customers/:id/balance_transactions': 'CustomerCreateBalanceTransactionParams',
  'GET /v1/customers/:id/balance_transactions': 'CustomerListBalanceTransactionsParams',
  'GET /v1/customers/:id/payment_methods': 'CustomerListPaymentMethodsParams',
  'POST /v1/products': 'ProductCreateParams',
  'POST /v1/products/:id': 'ProductUpdateParams',
  'GET /v1/products': 'ProductListParams',
  'GET /v1/products/search': 'ProductSearchParams',
  'POST /v1/prices': 'PriceCreateParams',
  'POST /v1/prices/:id': 'PriceUpdateParams',
  'GET /v1/prices': 'PriceListParams',
  'GET /v1/prices/search': 'PriceSearchParams',
  'POST /v1/coupons': 'CouponCreateParams',
  'POST /v1/promotion_codes': 'PromotionCodeCreateParams',
  'POST /v1/promotion_codes/:id': 'PromotionCodeUpdateParams',
  'GET /v1/promotion_codes': 'PromotionCodeListParams',
  'POST /v1/checkout/sessions': 'Checkout.SessionCreateParams',
  'POST /v1/checkout/sessions/:id': 'Checkout.SessionUpdateParams',
  'GET /v1/checkout/sessions': 'Checkout.SessionListParams',
  'GET /v1/checkout/sessions/:id/line_items': 'Checkout.SessionListLineItemsParams',
  'POST /v1/billing_portal/configurations': 'BillingPortal.ConfigurationCreateParams',
  'POST /v1/billing_portal/configurations/:id': 'BillingPortal.ConfigurationUpdateParams',
  'GET /v1/billing_portal/configurations': 'BillingPortal.ConfigurationListParams',
  'POST /v1/billing_portal/sessions': 'BillingPortal.SessionCreateParams',
  'POST /v1/subscriptions': 'SubscriptionCreateParams',
  'POST /v1/subscriptions/:id': 'SubscriptionUpdateParams',
  'DELETE /v1/subscriptions/:id': 'SubscriptionCancelParams',
  'GET /v1/subscriptions': 'SubscriptionListParams',
  'GET /v1/subscriptions/search': 'SubscriptionSearchParams',
  'POST /v1/invoices/create_preview': 'InvoiceCreatePreviewParams',
  'GET /v1/invoices': 'InvoiceListParams',
  'GET /v1/invoices/search': 'InvoiceSearchParams',
  'GET /v1/invoices/:id/lines': 'InvoiceListLineItemsParams',
  'POST /v1/invoices/:id/finalize': 'InvoiceFinalizeInvoiceParams',
  'POST /v1/invoices/:id/mark_uncollectible': 'InvoiceMarkUncollectibleParams',
  'POST /v1/invoices/:id/pay': 'InvoicePayParams',
  'POST /v1/invoices/:id/void': 'InvoiceVoidInvoiceParams',
  'GET /v1/invoice_payments': 'InvoicePaymentListParams',
  'POST /v1/payment_methods/:id/attach': 'PaymentMethodAttachParams',
  'POST /v1/payment_methods/:id/detach': 'PaymentMethodDetachParams',
  'GET /v1/payment_intents': 'PaymentIntentListParams',
  'GET /v1/payment_intents/search': 'PaymentIntentSearchParams',
  'POST /v1/payment_intents/:id': 'PaymentIntentUpdateParams',
  'GET /v1/charges': 'ChargeListParams',
  'GET /v1/charges/search': 'ChargeSearchParams',
  'POST /v1/refunds': 'RefundCreateParams',
  'POST /v1/refunds/:id': 'RefundUpdateParams',
  'POST /v1/refunds/:id/cancel': 'RefundCancelParams',
  'GET /v1/refunds': 'RefundListParams',
  'GET /v1/disputes': 'DisputeListParams',
  'POST /v1/disputes/:id': 'DisputeUpdateParams',
  'GET /v1/balance_transactions': 'BalanceTransactionListParams',
  'POST /v1/credit_notes': 'CreditNoteCreateParams',
  'GET /v1/credit_notes': 'CreditNoteListParams',
  'GET /v1/events': 'EventListParams',
  'GET /v1/webhook_endpoints': 'WebhookEndpointListParams',
  'POST /v1/webhook_endpoints': 'WebhookEndpointCreateParams',
  'POST /v1/webhook_endpoints/:id': 'WebhookEndpointUpdateParams',
}

/** As the formatter has it. */
const lineWidth = 110

/** The text of api/known-params.ts: the emulator itself runs without a TypeScript compiler. */
export function deriveKnownParams(): string {
  const types = Object.entries(paramTypes)
  const aliases = types.map(([, type], index) => `export type P${index} = Stripe.${type}`)
  const events = 'export type Events = Stripe.WebhookEndpointCreateParams.EnabledEvent'
  const { checker, file } = check([`import type Stripe from 'stripe'`, ...aliases, events].join('\n'))
  const module = checker.getSymbolAtLocation(file)
  const exported = module ? checker.getExportsOfModule(module) : []
  const typeOf = (alias: string) => {
    const symbol = exported.find(({ name }) => name === alias)
    const type = symbol && checker.getDeclaredTypeOfSymbol(symbol)
    if (!type || type.flags & ts.TypeFlags.Any) throw new Error(`The SDK has no type for ${alias}.`)
    return type
  }
  const lines = types.map(([call], index) => {
    const names = `'${namesIn(checker, typeOf(`P${index}`)).join(',')}',`
    const line = `  '${call}': ${names}`
    return line.length <= lineWidth ? line : `  '${call}':\n    ${names}`
  })
  const eventTypes = typeOf('Events')
  const names = (eventTypes.isUnion() ? eventTypes.types : []).flatMap((type) =>
    type.isStringLiteral() ? [type.value] : [],
  )
  return [
    '// Derived from the typings of the SDK: `npx vitest run packages/stripe-emulator/test/schema/known-params.test.ts -u` writes it again.',
    '',
    '/** Every parameter that Stripe knows, by call; `a(b,c)` holds others, `a(*)` takes any name. */',
    'export const knownParams: Record<string, string> = {',
    ...lines,
    '}',
    '',
    '/** What a webhook endpoint can be registered for. */',
    `export const eventTypes =\n  '${names.toSorted().join(' ')}'`,
    '',
  ].join('\n')
}

/** `metadata(*)`, `created(gt,gte,lt,lte)`, `customer`: names with what they hold. */
function namesIn(checker: ts.TypeChecker, type: ts.Type, above: ts.Type[] = []): string[] {
  const objects = (type.isUnion() ? type.types : [type]).map((member) =>
    checker.isArrayType(member) ? checker.getTypeArguments(member as ts.TypeReference)[0] : member,
  )
  const names = objects.flatMap((member) => {
    if (!member || above.includes(member)) return []
    if (member.isUnion()) return namesIn(checker, member, above)
    if (!(member.flags & ts.TypeFlags.Object)) return []
    if (checker.getIndexInfoOfType(member, ts.IndexKind.String)) return ['*']
    return checker.getPropertiesOfType(member).map((property) => {
      const inner = namesIn(checker, checker.getTypeOfSymbol(property), [...above, member])
      return inner.length === 0 ? property.name : `${property.name}(${inner.join(',')})`
    })
  })
  return [...new Set(names)].toSorted()
}
