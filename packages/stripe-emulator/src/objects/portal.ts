import type { Metadata } from './common.ts'
import { newId } from './new-id.ts'

interface Switch {
  enabled: boolean
}

export interface PortalFeatures {
  invoice_history: Switch
  payment_method_update: Switch
  subscription_cancel: Switch
}

export type PortalConfiguration = ReturnType<typeof newPortalConfiguration>

/** Never the default one: that is saved by hand in the dashboard, which the emulator has not. */
export function newPortalConfiguration(now: number, features: PortalFeatures, metadata: Metadata) {
  const { invoice_history, payment_method_update, subscription_cancel } = features
  return {
    id: newId('bpc'),
    object: 'billing_portal.configuration' as const,
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: now,
    default_return_url: null,
    features: {
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
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata,
    name: null,
    updated: now,
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
  },
) {
  return {
    id: newId('bps'),
    object: 'billing_portal.session' as const,
    configuration: input.configuration,
    created: now,
    customer: input.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: input.locale,
    on_behalf_of: null,
    return_url: input.returnUrl,
    url: `${input.publicUrl}/p/session/${newId('test', 40)}`,
  }
}
