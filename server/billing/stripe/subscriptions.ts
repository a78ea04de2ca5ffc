import type Stripe from 'stripe'
import { isSubscriptionPlan, planOfInterval, type SubscriptionPlanId } from '../../../core/plans/plan.ts'
import { isEnded } from '../../../core/plans/subscription-status.ts'
import { isSubscriptionPrice } from './account.ts'
import { expanded } from './fields.ts'

/** What else the customer has bought of the same account is none of our business. */
export const isOurs = ({ metadata, items }: Stripe.Subscription): boolean =>
  isSubscriptionPlan(metadata.plan) || hasPriceOfOurs({ items })

export const hasPriceOfOurs = ({ items }: Pick<Stripe.Subscription, 'items'>): boolean =>
  items.data.some(({ price }) => isSubscriptionPrice(price))

/** Something else may be billed with it, also before it. */
export const itemOfPlan = ({ items }: Pick<Stripe.Subscription, 'items'>) =>
  items.data.find(({ price }) => isSubscriptionPrice(price)) ?? items.data[0]

/** By its price: a subscriber may have changed since it was bought. */
export const planOf = (subscription: Stripe.Subscription): SubscriptionPlanId =>
  planOfInterval(itemOfPlan(subscription)?.price.recurring?.interval)

export const isEndedUnpaid = ({ status, cancellation_details }: Stripe.Subscription): boolean =>
  isEnded(status) && cancellation_details?.reason === 'payment_failed'

export const latestInvoice = ({ latest_invoice }: Stripe.Subscription) => expanded(latest_invoice)
