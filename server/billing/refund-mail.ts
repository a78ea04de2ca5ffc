interface RefundMailDeps {
  product: string
  /** The name of the lifetime plan. */
  plan: string
  siteUrl: string
  to: string
}

/** For one whose money came when no seat was left. */
export function refundMail({ product, plan, siteUrl, to }: RefundMailDeps) {
  const link = new URL('/pricing', siteUrl).href
  return {
    to,
    subject: `Your payment to ${product} was refunded in full`,
    text: `Your payment for ${plan} reached us after the last seat at that price was gone.

We have sent all of it back to the card or account you paid from; it usually arrives within ten days. There’s nothing you need to do, and you won’t be charged again.

See what’s on offer now: ${link}`,
    link,
  }
}
