interface RefundMailDeps {
  product: string
  siteUrl: string
  to: string
}

/** For one whose money came when no seat was left. */
export function refundMail({ product, siteUrl, to }: RefundMailDeps) {
  const link = new URL('/pricing', siteUrl).href
  return {
    to,
    subject: `Your payment to ${product} was refunded in full`,
    text: `Your payment for Lifetime reached us after the last seat at that price was gone.

We have sent all of it back to the card or account you paid from; it usually arrives within ten days. You need not do anything, and nothing more will be charged.

What is on offer now: ${link}`,
    link,
  }
}
