import Stripe from 'stripe'
import { ConfigurationError } from '../../configuration-error.ts'
import { AppError } from '../../errors.ts'
import type { PaymentService } from './payment-service.ts'

/**
 * At the start: a price other than the one shown, or a key that is refused, is fatal. When Stripe cannot
 * be reached it is a warning, since every checkout reads the prices again.
 */
export async function checkPrices(payments: Pick<PaymentService, 'prices'>): Promise<string | null> {
  try {
    await payments.prices()
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { cause } = error
    const { StripeAuthenticationError, StripePermissionError } = Stripe.errors
    if (cause instanceof StripeAuthenticationError || cause instanceof StripePermissionError)
      throw new ConfigurationError(
        'Stripe refuses STRIPE_SECRET_KEY. Run `npm run doctor` to see what it may do.',
      )
    return 'Stripe cannot be reached at the moment. Pages are served, and buying works as soon as it answers.'
  }
}
