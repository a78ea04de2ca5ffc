import { accentShades, type ColorScheme } from '../../core/brand/accent.ts'
import { textDirection } from '../../core/messages/languages.ts'
import { escapeHtml } from '../escape-html.ts'
import type { Mail } from './mail.ts'

/** How mails look. */
export interface MailLook {
  product: string
  accents: Record<ColorScheme, string>
  /** A PNG, which is sent along: mail programs load no pictures from elsewhere, and show no SVG. */
  logo?: { content: Uint8Array; width: number; height: number } | undefined
}

export const logoContentId = 'logo'
const logoHeight = 32
const font = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

/**
 * The text of the mail with the brand around it. The one thing to act on stands out: the code, or else the link. Mail
 * programs know little of CSS: tables and inline styles; what they ignore may be missing.
 */
export function mailHtml({ language, subject, text, code, link }: Mail, look: MailLook): string {
  const paragraphs = text.split('\n\n').map((paragraph) => writeParagraph(paragraph, link, !code, look))
  const styles = `@media(prefers-color-scheme:dark){.paper{background:#18181b!important}.ink{color:#f4f4f5!important}.accent{color:${look.accents.dark}!important}.code{background:#27272a!important;color:#f4f4f5!important}}`
  const codeBlock = code
    ? `<p class="code" style="margin:0 0 24px;padding:16px;border-radius:8px;background:#f4f4f5;color:#18181b;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center">${escapeHtml(code)}</p>`
    : ''
  return `<!doctype html><html lang="${language}" dir="${textDirection(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${styles}</style></head><body class="paper" style="margin:0;background:#ffffff"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="paper" align="center" style="padding:32px 16px;background:#ffffff"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px"><tr><td class="ink" align="${textDirection(language) === 'rtl' ? 'right' : 'left'}" style="font:16px/1.5 ${font};color:#27272a"><p style="margin:0 0 24px">${writeName(look)}</p>${codeBlock}${paragraphs.join('')}</td></tr></table></td></tr></table></body></html>`
}

function writeName({ product, logo, accents }: MailLook): string {
  const name = escapeHtml(product)
  if (!logo) return `<strong class="accent" style="color:${accents.light};font-size:20px">${name}</strong>`
  const width = Math.round((logo.width / logo.height) * logoHeight)
  // On white in dark mode too: a logo for light pages may be dark.
  return `<img src="cid:${logoContentId}" alt="${name}" width="${width}" height="${logoHeight}" style="padding:6px;border-radius:6px;background:#ffffff">`
}

function writeParagraph(paragraph: string, link: string, isButton: boolean, look: MailLook): string {
  const { accent, onAccent } = accentShades(look.accents.light, 'light')
  const [before = '', after] = paragraph.split(link)
  const label = before.trim().replace(/:$/, '')
  if (isButton && after?.trim() === '' && label)
    return `<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`
  const lines = escapeHtml(paragraph).replaceAll('\n', '<br>')
  // Without what stands behind the path: nobody reads it.
  const shown = link.replace(/[?#].*$/, '')
  const anchor = `<a class="accent" href="${escapeHtml(link)}" style="color:${accent}">${escapeHtml(shown)}</a>`
  return `<p style="margin:0 0 16px">${lines.replaceAll(escapeHtml(link), () => anchor)}</p>`
}
