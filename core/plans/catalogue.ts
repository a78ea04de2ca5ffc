import { z } from 'zod'
import { Brand } from '../brand/brand.ts'
import { allLanguages, type Language } from '../messages/languages.ts'
import { chargeProblem } from './charge-limits.ts'
import { isKnownCurrency } from './currencies.ts'
import { toMinorUnits } from './money.ts'
import { FooterLinks, PageContent } from './page-content.ts'
import { type PlanId, planIds } from './plan.ts'

/** simulated: the clock counts and the buyers are invented. live: what checkout enforces and who really bought. */
export const urgencySources = ['simulated', 'live'] as const
export type UrgencySource = (typeof urgencySources)[number]

export const urgencyVariants = ['seats', 'time', 'demand'] as const
export type UrgencyVariant = (typeof urgencyVariants)[number]

/** How long the later price stays in force after a deal, unless its operator publishes another time. */
export const usualCooldownDays = 30

// The operator's file, pricing.config.json. Every object is strict: a misspelt key is an error, not a silence.

/** In the file it may be an object by language; localize-catalogue.ts has taken the one in question. */
const text = z.string().trim().min(1).max(200).meta({ localized: true })
const durationMs = z.int().min(0).max(86_400_000)
const price = z.number().positive()
const features = z.array(text).min(1).max(12)

const sitePath = z
  .string()
  .regex(/^\/(?![/\\])/, 'expected a path on this site, such as "/sign-in?next=/account"')
  .describe('A path on this site.')

const productUrl = z
  .url({ protocol: /^https?$/, error: 'expected an address that begins with https:// or http://' })
  .describe('Where your product is. The page after paying, the account and the free plan lead there.')

const productName = text.describe('The name of your product.')
const product = z.union(
  [
    productName.transform((name): { name: string; url?: string | undefined } => ({ name })),
    z.strictObject({ name: productName, url: productUrl.optional() }),
  ],
  { error: 'expected the name of your product, or { "name": "…", "url": "https://…" }' },
)

const grants = z
  .array(
    z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9:_-]{0,59}$/,
        'expected lower-case letters, digits, colons, dashes and underscores, such as "projects:unlimited"',
      ),
  )
  .max(50)
  .default([])
  .describe('What your product unlocks with this plan: it asks for these names, and never for the plan.')

const planTexts = {
  name: text.describe('Shown as the heading of the card.'),
  description: text.describe('One line under the name.'),
  period: text.describe('Shown beside the price, such as "per month".'),
  features,
  grants,
}
const buttonText = z.strictObject({ text })

const monthlyPlan = z.strictObject({
  ...planTexts,
  price,
  button: buttonText,
  trialDays: z.int().min(0).max(730).default(7).describe('Free days at the start, once per person.'),
  graceDays: z.int().min(0).max(60).default(7).describe('Days that the plan goes on after a failed payment.'),
  unusedOnLifetime: z
    .enum(['credit', 'refund'])
    .default('refund')
    .describe('What happens to the unused part of a month or year when somebody moves on to lifetime.'),
})

const yearlyPlan = z
  .strictObject({
    price: price.describe('For a year: at most twelve times the price of a month.'),
    period: planTexts.period,
    name: text.optional(),
    description: text.optional(),
    features: features.optional(),
    grants: grants.unwrap().optional(),
    button: buttonText.optional(),
  })
  .describe('The monthly plan, paid by the year. What is left out is as it is by the month.')

/** Trial, grace and what happens to an unused part are those of the monthly plan. */
const yearlyOf = (monthly: z.output<typeof monthlyPlan>, yearly: z.output<typeof yearlyPlan>) => ({
  price: yearly.price,
  period: yearly.period,
  name: yearly.name ?? monthly.name,
  description: yearly.description ?? monthly.description,
  features: yearly.features ?? monthly.features,
  grants: yearly.grants ?? monthly.grants,
  button: yearly.button ?? monthly.button,
})

const taxModes = ['none', 'stripe'] as const
export const taxBehaviors = ['inclusive', 'exclusive'] as const
export type TaxBehavior = (typeof taxBehaviors)[number]

const tax = z
  .strictObject({
    mode: z
      .enum(taxModes, { error: 'expected "none" or "stripe"' })
      .describe(
        'stripe: Stripe Tax works the tax out and collects tax ids; it has to be active in your account.',
      ),
    behavior: z
      .enum(taxBehaviors, { error: 'expected "inclusive" or "exclusive"' })
      .optional()
      .describe('Whether the prices of this file include the tax, or it is added to them.'),
  })
  .refine(({ mode, behavior }) => mode === 'none' || behavior !== undefined, {
    path: ['behavior'],
    error: 'expected "inclusive" or "exclusive" together with "mode": "stripe"',
  })
  .describe('Taxes on what is sold. None without it.')

const search = z
  .strictObject({
    title: text.optional().describe('Instead of "Pricing" and the name of your product.'),
    description: z.string().trim().min(1).max(300).optional().describe('Instead of the subline.'),
  })
  .describe('What search engines and messengers show of the page.')

const currencyCode = z
  .string()
  .regex(/^[a-z]{3}$/, 'expected a three-letter currency code in lower case, such as "usd"')
  .refine(isKnownCurrency, 'expected a currency that Stripe takes, such as "usd"')

const currencyPrices = z.strictObject({
  monthly: price,
  yearly: price.optional().describe('With plans.yearly, and only then.'),
  lifetime: price.describe('The deal price.'),
  laterPrice: price.describe('The price after the deal.'),
})

/** The tools whose own function gets the page's events. */
const analyticsTools = ['plausible', 'umami', 'posthog'] as const

const analytics = z
  .strictObject({
    script: z
      .url({
        protocol: /^https?$/,
        error: 'expected the address of the script, such as "https://plausible.io/js/script.js"',
      })
      .refine(
        (address) => /^https:|^http:\/\/(localhost|127\.[\d.]+)[:/]/.test(address),
        'expected an address that begins with https://; http:// is for this machine only',
      )
      .describe('The script of the tool. It may send to the same host and to no other.'),
    attributes: z
      .record(z.string().regex(/^data-[a-z0-9-]+$/), text, {
        error: ({ code }) =>
          code === 'invalid_key' ? 'expected a name that begins with "data-", in lower case' : undefined,
      })
      .optional()
      .describe('Attributes of the script element, such as { "data-domain": "shop.example" }.'),
    events: z
      .enum(analyticsTools)
      .optional()
      .describe('The tool that gets the events of the page too, beside page views.'),
    key: text.optional().describe('The project API key, for PostHog alone.'),
  })
  .refine(({ events, key }) => (events === 'posthog') === (key !== undefined), {
    path: ['key'],
    error: 'expected the project API key together with "events": "posthog", and only then',
  })
  .describe('An analytics tool for /pricing and the page after paying. None without it.')

export const Catalogue = z
  .strictObject({
    $schema: z.string().optional(),
    languages: z
      .array(z.enum(allLanguages), {
        error: `expected a list of ${allLanguages.map((name) => `"${name}"`).join(', ')}`,
      })
      .min(1)
      .refine((languages) => new Set(languages).size === languages.length, 'expected each language once')
      .default(['en'])
      .transform((languages) => languages as [Language, ...Language[]])
      .describe('What the pages speak. The first is at /pricing, the others at /de/pricing and so on.'),
    product,
    brand: Brand.optional().describe('How the pages look: logo, colours, font.'),
    headline: text,
    subline: text,
    content: PageContent.prefault({}).describe('What the pricing page shows besides the plans.'),
    footer: FooterLinks.prefault({}).describe('Where the footer of every page leads, besides the plans.'),
    search: search.optional(),
    analytics: analytics.optional(),
    currency: currencyCode.describe('Three-letter currency code in lower case: that of the prices in plans.'),
    currencies: z
      .record(currencyCode, currencyPrices, {
        error: ({ code }) =>
          code === 'invalid_key' ? 'expected a currency that Stripe takes, such as "eur"' : undefined,
      })
      .default({})
      .describe('What the plans cost in other currencies, by code. Visitors choose.'),
    tax: tax.optional(),
    promotionCodes: z
      .boolean({ error: 'expected true or false' })
      .optional()
      .describe(
        'Whether the payment page takes promotion codes of your Stripe account. Never for a seat of a live deal: its price is the one that is shown.',
      ),
    guaranteeDays: z
      .int({ error: 'expected a whole number of days from 1 to 365' })
      .min(1)
      .max(365)
      .optional()
      .describe(
        'Days within which a buyer gets everything back by themselves, in the account. Shown on the cards; none without it.',
      ),
    plans: z
      .strictObject({
        free: z.strictObject({ ...planTexts, button: z.strictObject({ text, href: sitePath }) }),
        monthly: monthlyPlan,
        yearly: yearlyPlan.optional(),
        lifetime: z.strictObject({
          ...planTexts,
          price: price.describe('The deal price.'),
          laterPrice: price.describe('The price after the deal.'),
          button: buttonText,
        }),
      })
      .transform(({ yearly, ...plans }) => ({
        ...plans,
        ...(yearly && { yearly: yearlyOf(plans.monthly, yearly) }),
      })),
    urgency: z.strictObject({
      source: z
        .enum(urgencySources)
        .optional()
        .describe(
          'simulated: counted by the clock, buyers invented. live: the seats that checkout enforces, real purchases. With a live payment key it must be chosen.',
        ),
      variant: z.enum(urgencyVariants),
      base: z
        .int()
        .min(1)
        .max(1_000_000)
        .describe('Seats at the origin; with the live source, the seats that are sold at the deal price.'),
      seatsPerHour: z.number().min(0).max(1_000_000),
      min: z.int().min(0).describe('The number never falls below this.'),
      origin: z.iso
        .datetime({ offset: true })
        .describe('When counting starts, such as "2025-06-07T00:00:00Z".'),
      refreshMs: durationMs.min(1_000),
      live: z
        .strictObject({
          offer: z
            .string()
            .regex(/^[a-z0-9-]{1,40}$/, 'expected lower-case letters, digits and dashes')
            .default('launch')
            .describe('The name of the deal. A deal that is over stays over; a new one needs a new name.'),
          closesAt: z.iso
            .datetime({ offset: true })
            .optional()
            .describe('When the deal ends at the latest. The variant "time" is shown only with it.'),
          cooldownDays: z
            .int()
            .min(0)
            .max(3_650)
            .default(usualCooldownDays)
            .describe(
              'How many days the later price stays in force after this deal before one at or below its price may begin. It is published; while the deal runs it can only grow.',
            ),
          demandMinimum: z
            .int()
            .min(1)
            .default(10)
            .describe('The variant "demand" is shown only when there were as many purchases …'),
          demandWindowHours: z.int().min(1).max(720).default(24).describe('… within as many hours.'),
        })
        .prefault({})
        .describe('For the live source alone.'),
    }),
    toast: z.strictObject({
      position: z.enum(['bottom-left', 'bottom-right']),
      firstMs: durationMs.describe('First appearance after page load.'),
      everyMs: durationMs.min(1_000).describe('Time from one appearance to the next.'),
      visibleMs: durationMs,
      fadeMs: durationMs,
    }),
  })
  .superRefine((catalogue, context) => {
    const report = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    for (const problem of priceProblems(catalogue)) report(problem.path, problem.message)
    if (catalogue.currencies[catalogue.currency])
      report(['currencies', catalogue.currency], 'expected another currency than that of the plans')
    if (catalogue.urgency.min > catalogue.urgency.base) {
      context.addIssue({ code: 'custom', path: ['urgency', 'min'], message: 'expected at most urgency.base' })
    }
  })

interface PricedCatalogue {
  currency: string
  currencies: Record<string, z.output<typeof currencyPrices>>
  plans: {
    monthly: { price: number }
    yearly?: { price: number } | undefined
    lifetime: { price: number; laterPrice: number }
  }
}

/** What Stripe would not charge, and a year that is dearer than twelve months, in each currency. */
function priceProblems({ currency, currencies, plans }: PricedCatalogue) {
  const { monthly, yearly, lifetime } = plans
  const own = {
    monthly: monthly.price,
    ...(yearly && { yearly: yearly.price }),
    lifetime: lifetime.price,
    laterPrice: lifetime.laterPrice,
  }
  const ownPaths: Record<keyof typeof own, string[]> = {
    monthly: ['plans', 'monthly', 'price'],
    yearly: ['plans', 'yearly', 'price'],
    lifetime: ['plans', 'lifetime', 'price'],
    laterPrice: ['plans', 'lifetime', 'laterPrice'],
  }
  const problems: { path: string[]; message: string }[] = []
  for (const [code, amounts] of [[currency, own] as const, ...Object.entries(currencies)]) {
    const pathOf = (name: keyof typeof own) => (amounts === own ? ownPaths[name] : ['currencies', code, name])
    // Otherwise twelve times 0.1 would be more than 1.2.
    const minor = (amount = 0) => toMinorUnits(amount, code) ?? 0
    for (const name of ['monthly', 'yearly', 'lifetime', 'laterPrice'] as const) {
      const amount = amounts[name]
      if (amount === undefined) continue
      const amountMinor = toMinorUnits(amount, code)
      const message =
        amountMinor === null
          ? `expected an amount that ${code} can express, got ${amount}`
          : chargeProblem(amountMinor, code)
      if (message) problems.push({ path: pathOf(name), message })
    }
    if ((amounts.yearly === undefined) !== (yearly === undefined))
      problems.push({
        path: pathOf('yearly'),
        message: yearly
          ? 'expected what a year costs, since plans.yearly is for sale'
          : 'expected no price of a year, since there is no plans.yearly',
      })
    if (minor(amounts.yearly) > 12 * minor(amounts.monthly))
      problems.push({
        path: pathOf('yearly'),
        message: `expected at most twelve times ${pathOf('monthly').join('.')}, got ${amounts.yearly} for a year and ${amounts.monthly} for a month`,
      })
  }
  return problems
}

export type Catalogue = z.infer<typeof Catalogue> & {
  /** The same in the other languages; of one that is missing it is this one. */
  translations?: Partial<Record<Language, Catalogue>>
}
export type Product = Catalogue['product']

/** A catalogue that sells no year may have subscribers who pay by the year: for them it is the monthly plan. */
export const planOf = ({ plans }: Pick<Catalogue, 'plans'>, plan: PlanId) =>
  plan === 'yearly' ? (plans.yearly ?? plans.monthly) : plans[plan]

const forEachPlan = <Value>(read: (plan: PlanId) => Value): Record<PlanId, Value> => ({
  free: read('free'),
  monthly: read('monthly'),
  yearly: read('yearly'),
  lifetime: read('lifetime'),
})

export const featuresByPlan = (catalogue: Catalogue) => forEachPlan((plan) => planOf(catalogue, plan).grants)

export const planNames = (catalogue: Pick<Catalogue, 'plans'>) =>
  forEachPlan((plan) => planOf(catalogue, plan).name)

/** The plans that are for sale, and the free one. */
export const plansOf = ({ plans }: Pick<Catalogue, 'plans'>): PlanId[] =>
  planIds.filter((plan) => plan !== 'yearly' || plans.yearly)

export const catalogueIn = (catalogue: Catalogue, language: Language): Catalogue =>
  catalogue.translations?.[language] ?? catalogue

/** Null when no tax is worked out. */
export const taxBehaviorOf = ({ tax }: Pick<Catalogue, 'tax'>): TaxBehavior | null =>
  tax?.mode === 'stripe' ? (tax.behavior ?? null) : null

export const urgencySource = ({ urgency }: Catalogue): UrgencySource => urgency.source ?? 'simulated'
