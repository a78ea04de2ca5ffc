import type { NextAction, PaymentIntent, PaymentMethod } from '../objects/payment.ts'
import { emit } from './emit-event.ts'
import { schedule, type Tx, update } from './tx.ts'

const voucherSeconds = 3 * 86_400

/**
 * A voucher or a bank transfer: the intent stays in `requires_action` until the money comes. A voucher expires after three
 * days, which is Stripe's default; a transfer is awaited for ever.
 */
export function awaitPayment(tx: Tx, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  const expiresAt = tx.now + voucherSeconds
  if (method.type !== 'customer_balance') schedule(tx, 'settle-payment', intent.id, expiresAt)
  return requireAction(tx, intent, method, instructions(tx, intent, method, expiresAt))
}

/** The buyer's bank asks for a confirmation (3-D Secure). */
export function requireAuthentication(tx: Tx, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  const details = { type: 'three_d_secure_redirect', stripe_js: `${tx.settings.publicUrl}/3ds/${intent.id}` }
  return requireAction(tx, intent, method, { type: 'use_stripe_sdk', use_stripe_sdk: details })
}

function requireAction(tx: Tx, intent: PaymentIntent, method: PaymentMethod, next_action: NextAction) {
  const waiting = update(tx, 'payment_intents', intent, {
    status: 'requires_action',
    next_action,
    payment_method: method.id,
    last_payment_error: null,
  })
  emit(tx, 'payment_intent.requires_action', waiting)
  return waiting
}

function instructions(tx: Tx, intent: PaymentIntent, method: PaymentMethod, expiresAt: number): NextAction {
  const hosted_voucher_url = `${tx.settings.publicUrl}/payment/${intent.id}`
  const number = intent.id.slice(-14)
  switch (method.type) {
    case 'boleto': {
      const boleto = { expires_at: expiresAt, hosted_voucher_url, number, pdf: hosted_voucher_url }
      return { type: 'boleto_display_details', boleto_display_details: boleto }
    }
    case 'oxxo': {
      const oxxo = { expires_after: expiresAt, hosted_voucher_url, number }
      return { type: 'oxxo_display_details', oxxo_display_details: oxxo }
    }
    case 'konbini': {
      const stores = { familymart: null, lawson: null, ministop: null, seicomart: null }
      const konbini = { expires_at: expiresAt, hosted_voucher_url, stores }
      return { type: 'konbini_display_details', konbini_display_details: konbini }
    }
    default:
      return {
        type: 'display_bank_transfer_instructions',
        display_bank_transfer_instructions: {
          amount_remaining: intent.amount,
          currency: intent.currency,
          financial_addresses: [],
          hosted_instructions_url: hosted_voucher_url,
          reference: number,
          type: intent.currency === 'eur' ? 'eu_bank_transfer' : 'us_bank_transfer',
        },
      }
  }
}
