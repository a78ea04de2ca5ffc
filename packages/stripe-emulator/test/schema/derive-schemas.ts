import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { createTypeConverter, type JsonSchema } from './convert-type.ts'

/** The types of the SDK that the emulator sends, by the value of their field `object`. */
const rootTypes: Record<string, string> = {
  account: 'Stripe.Account',
  balance: 'Stripe.Balance',
  balance_transaction: 'Stripe.BalanceTransaction',
  'billing_portal.configuration': 'Stripe.BillingPortal.Configuration',
  'billing_portal.session': 'Stripe.BillingPortal.Session',
  charge: 'Stripe.Charge',
  'checkout.session': 'Stripe.Checkout.Session',
  coupon: 'Stripe.Coupon',
  credit_note: 'Stripe.CreditNote',
  customer: 'Stripe.Customer',
  customer_balance_transaction: 'Stripe.CustomerBalanceTransaction',
  dispute: 'Stripe.Dispute',
  event: 'Stripe.Event',
  invoice: 'Stripe.Invoice',
  invoice_payment: 'Stripe.InvoicePayment',
  item: 'Stripe.LineItem',
  payment_intent: 'Stripe.PaymentIntent',
  payment_method: 'Stripe.PaymentMethod',
  price: 'Stripe.Price',
  product: 'Stripe.Product',
  promotion_code: 'Stripe.PromotionCode',
  refund: 'Stripe.Refund',
  subscription: 'Stripe.Subscription',
  subscription_item: 'Stripe.SubscriptionItem',
  'tax.settings': 'Stripe.Tax.Settings',
  webhook_endpoint: 'Stripe.WebhookEndpoint',
}
/** Objects that only come inside of others. */
const innerKinds = ['line_item', 'list', 'plan', 'credit_note_line_item']
const deletable = ['Customer', 'Product', 'WebhookEndpoint']

export interface DerivedSchemas {
  /** One schema for each kind of object; all share `$defs`. */
  schemas: Record<string, JsonSchema>
  defs: Record<string, JsonSchema>
  /** The kind of object that events of a type carry. */
  eventKinds: Map<string, string>
}

/** JSON Schemas of the SDK's own typings, read by the TypeScript checker; nothing here is written by hand. */
export function deriveSchemas(): DerivedSchemas {
  const lines = Object.entries(rootTypes).map(([kind, type]) => `export type ${aliasOf(kind)} = ${type}`)
  const deleted = deletable.map((name) => `export type Deleted${name} = Stripe.Deleted${name}`)
  const source = [`import type Stripe from 'stripe'`, ...lines, ...deleted].join('\n')
  const { checker, file } = check(source)
  const module = checker.getSymbolAtLocation(file)
  if (!module) throw new Error('The list of types is not a module.')
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, symbol]))
  const typeOf = (alias: string) => {
    const symbol = exported.get(alias)
    const type = symbol && checker.getDeclaredTypeOfSymbol(symbol)
    if (!type || type.flags & ts.TypeFlags.Any) throw new Error(`The SDK has no type for ${alias}.`)
    return type
  }

  const converter = createTypeConverter(checker, new Set([...Object.keys(rootTypes), ...innerKinds]))
  const schemas: Record<string, JsonSchema> = {}
  for (const kind of Object.keys(rootTypes)) {
    if (kind !== 'event') schemas[kind] = converter.convert(typeOf(aliasOf(kind)))
  }
  for (const name of deletable) schemas[`deleted ${name}`] = converter.convert(typeOf(`Deleted${name}`))
  const events = typeOf(aliasOf('event'))
  const eventKinds = readEventKinds(checker, events)
  schemas.event = eventSchema(converter.convertEvent(events), [...eventKinds.keys()])
  return { schemas, defs: converter.defs, eventKinds }
}

function aliasOf(kind: string): string {
  return `Kind_${kind.replaceAll('.', '_')}`
}

/** A file that only the checker sees; it stands here so that `stripe` resolves. */
export function check(source: string) {
  const fileName = path.join(path.dirname(fileURLToPath(import.meta.url)), 'sdk-types.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === fileName || fileExists.call(host, name)
  host.getSourceFile = (name, version, ...rest) =>
    name === fileName
      ? ts.createSourceFile(name, source, version)
      : getSourceFile.call(host, name, version, ...rest)
  const program = ts.createProgram([fileName], options, host)
  const file = program.getSourceFile(fileName)
  if (!file) throw new Error('The list of types was not read.')
  return { checker: program.getTypeChecker(), file }
}

/** `Stripe.Event` is a union with one member for each type of event. */
function readEventKinds(checker: ts.TypeChecker, events: ts.Type): Map<string, string> {
  const kinds = new Map<string, string>()
  const field = (type: ts.Type, name: string) => {
    const symbol = checker.getPropertyOfType(type, name)
    return symbol && checker.getTypeOfSymbol(symbol)
  }
  for (const member of events.isUnion() ? events.types : [events]) {
    const name = field(member, 'type')
    const data = field(member, 'data')
    const object = data && field(data, 'object')
    const kind = object && field(object, 'object')
    if (name?.isStringLiteral() && kind?.isStringLiteral()) kinds.set(name.value, kind.value)
  }
  return kinds
}

function eventSchema(base: JsonSchema, types: string[]): JsonSchema {
  return { allOf: [base, { properties: { type: { enum: types } } }] }
}
