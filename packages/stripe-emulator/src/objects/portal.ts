import type { Metadata } from './common.ts'
import { newId } from './new-id.ts'

type Switch = { enabled: boolean }

interface PortalFeatures {
  invoice_history: Switch
  payment_method_update: Switch
  subscription_cancel: Switch
  subscription_update: Switch & {
    default_allowed_updates: string[]
    products: { product: string; prices: string[] }[]
    proration_behavior: 'always_invoice' | 'create_prorations' | 'none'
    trial_update_behavior: 'continue_trial' | 'end_trial'
  }
}

export type PortalConfiguration = ReturnType<typeof newPortalConfiguration>

/** Never the default one: that is saved by hand in the dashboard, which the emulator has not. */
export function newPortalConfiguration(now: number, features: PortalFeatures, metadata: Metadata) {
  return {
    id: newId('bpc'),
    object: 'billing_portal.configuration' as const,
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: now,
    default_return_url: null,
    features: portalFeatures(features),
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata,
    name: null,
    updated: now,
  }
}

export function portalFeatures(features: PortalFeatures) {
  const { invoice_history, payment_method_update, subscription_cancel, subscription_update } = features
  return {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history,
    payment_method_update: { ...payment_method_update, payment_method_configuration: null },
    subscription_cancel: {
      ...subscription_cancel,
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      ...subscription_update,
      products: subscription_update.products.map((product) => ({
        adjustable_quantity: { enabled: false, maximum: null, minimum: 0 },
        ...product,
      })),
      schedule_at_period_end: { conditions: [] },
    },
  }
}

/** The one step that a session is opened for. */
export interface UpdateConfirmFlow {
  subscription: string
  item: string
  price: string
  quantity: number
  returnUrl: string | null
}

function updateConfirmFlow({ subscription, item, price, quantity, returnUrl }: UpdateConfirmFlow) {
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: returnUrl === null ? null : { return_url: returnUrl },
      type: returnUrl === null ? 'portal_homepage' : 'redirect',
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: {
      discounts: null,
      items: [{ id: item, price, quantity }],
      subscription,
    },
    type: 'subscription_update_confirm',
  }
}

export type PortalSession = ReturnType<typeof newPortalSession>

export function newPortalSession(
  now: number,
  input: {
    configuration: string
    customer: string
    returnUrl: string | null
    locale: string | null
    publicUrl: string
    flow: UpdateConfirmFlow | null
  },
) {
  return {
    id: newId('bps'),
    object: 'billing_portal.session' as const,
    configuration: input.configuration,
    created: now,
    customer: input.customer,
    customer_account: null,
    flow: input.flow && updateConfirmFlow(input.flow),
    livemode: false,
    locale: input.locale,
    on_behalf_of: null,
    return_url: input.returnUrl,
    url: `${input.publicUrl}/p/session/${newId('test', 40)}`,
  }
}
