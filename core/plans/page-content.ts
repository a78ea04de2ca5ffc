import { z } from 'zod'

// What the operator's file may add to the pricing page and to every footer. All of it is optional.

const line = z.string().trim().min(1).max(200).meta({ localized: true })
const paragraph = z.string().trim().min(1).max(1_000).meta({ localized: true })

const address = z
  .string()
  .regex(
    /^(https?:\/\/[^\s/]+\S*|\/(?![/\\])\S*)$/,
    'expected an address that begins with https://, or a path on this site such as "/terms"',
  )
  .meta({ localized: true })
const contact = z
  .string()
  .regex(
    /^(https?:\/\/[^\s/]+\S*|\/(?![/\\])\S*|mailto:[^\s@]+@[^\s@]+)$/,
    'expected an address that begins with https:// or mailto:, or a path on this site',
  )
  .meta({ localized: true })

const cell = z.union([z.boolean(), line], { error: 'expected true, false or a text such as "100 a month"' })
const comparisonRow = z.strictObject({ feature: line, free: cell, monthly: cell, lifetime: cell })
const testimonial = z.strictObject({
  quote: paragraph.describe('What a customer really said, word for word.'),
  name: line,
  source: z
    .strictObject({ text: line, url: address })
    .describe('Where they said it, so that anybody can look.'),
})

export const PageContent = z.strictObject({
  announcement: z
    .strictObject({ text: line, url: address.optional() })
    .optional()
    .describe('One line above the headline.'),
  guarantee: line.optional().describe('One line below the plans, such as what you give back and when.'),
  comparison: z
    .array(comparisonRow)
    .min(1)
    .max(40)
    .optional()
    .describe('What each plan has: true, false or a short text.'),
  testimonials: z.array(testimonial).min(1).max(12).optional(),
  faq: z
    .array(z.strictObject({ question: line, answer: paragraph }))
    .min(1)
    .max(30)
    .optional(),
})
export type PageContent = z.infer<typeof PageContent>

export const FooterLinks = z.strictObject({
  terms: address.optional(),
  privacy: address.optional(),
  imprint: address.optional(),
  support: contact.optional(),
})
export type FooterLinks = z.infer<typeof FooterLinks>
