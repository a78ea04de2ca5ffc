import { z } from 'zod'
import { accentProblem, type ColorScheme } from './accent.ts'

const color = (scheme: ColorScheme) =>
  z
    .string()
    .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, { error: 'expected a colour such as "#4f46e5"', abort: true })
    .superRefine((accent, context) => {
      const message = accentProblem(accent, scheme)
      if (message) context.addIssue({ code: 'custom', message })
    })

const fileName = (types: string[]) =>
  z
    .string()
    .regex(
      new RegExp(`^(?!\\.)[\\w.-]+\\.(${types.join('|')})$`),
      `expected the name of a file beside this one that ends with .${types.join(' or .')}`,
    )

/** `brand` in the operator's file: how the pages look. Without it they look as they are built. */
export const Brand = z
  .strictObject({
    logo: fileName(['svg', 'png'])
      .optional()
      .describe('A file beside this one, SVG or PNG: stands in the header instead of the name.'),
    logoDark: fileName(['svg', 'png']).optional().describe('The logo on a dark page.'),
    favicon: fileName(['svg', 'png', 'ico']).optional().describe('A file beside this one, SVG, PNG or ICO.'),
    accent: color('light').optional().describe('The colour of buttons and links, such as "#4f46e5".'),
    accentDark: color('dark')
      .optional()
      .describe('The same on a dark page; worked out from `accent` if it is left out.'),
    font: fileName(['woff2']).optional().describe('A WOFF2 file beside this one, for all text.'),
    radius: z.number().min(0).max(24).optional().describe('The corners of buttons and fields, in pixels.'),
  })
  .refine(({ logo, logoDark }) => logo !== undefined || logoDark === undefined, {
    path: ['logoDark'],
    error: 'expected together with brand.logo',
  })
export type Brand = z.infer<typeof Brand>
