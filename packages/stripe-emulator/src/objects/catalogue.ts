import type { Metadata } from './common.ts'
import { newId } from './new-id.ts'

export type Product = ReturnType<typeof newProduct>

export function newProduct(
  now: number,
  input: {
    id?: string | undefined
    name: string
    active?: boolean | undefined
    description?: string | null | undefined
    images?: string[] | undefined
    metadata?: Metadata | undefined
    marketing_features?: { name: string }[] | undefined
    statement_descriptor?: string | undefined
    unit_label?: string | undefined
    url?: string | null | undefined
  },
) {
  return {
    id: input.id ?? newId('prod', 14),
    object: 'product' as const,
    active: input.active ?? true,
    created: now,
    default_price: null as string | null,
    description: input.description ?? null,
    images: input.images ?? [],
    livemode: false,
    marketing_features: input.marketing_features ?? [],
    metadata: input.metadata ?? {},
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: input.statement_descriptor ?? null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: input.unit_label ?? null,
    updated: now,
    url: input.url ?? null,
    deleted: undefined as true | undefined,
  }
}

export type Interval = 'day' | 'week' | 'month' | 'year'
export interface Recurring {
  interval: Interval
  interval_count: number
  meter: null
  trial_period_days: null
  usage_type: 'licensed'
}

export type Price = ReturnType<typeof newPrice>

export function newPrice(
  now: number,
  input: {
    product: string
    currency: string
    unit_amount: number
    active?: boolean | undefined
    lookup_key?: string | null | undefined
    metadata?: Metadata | undefined
    nickname?: string | null | undefined
    recurring?: { interval: Interval; interval_count?: number | undefined } | undefined
    tax_behavior?: string | undefined
  },
) {
  const { recurring } = input
  return {
    id: newId('price'),
    object: 'price' as const,
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    created: now,
    currency: input.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: input.metadata ?? {},
    nickname: input.nickname ?? null,
    product: input.product,
    recurring: recurring ? recurringOf(recurring) : null,
    tax_behavior: input.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: input.unit_amount,
    unit_amount_decimal: String(input.unit_amount),
  }
}

function recurringOf(input: { interval: Interval; interval_count?: number | undefined }): Recurring {
  return {
    interval: input.interval,
    interval_count: input.interval_count ?? 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

/** The older name of a recurring price, which subscription items still carry. */
export function planOf(price: Price) {
  return {
    id: price.id,
    object: 'plan' as const,
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
