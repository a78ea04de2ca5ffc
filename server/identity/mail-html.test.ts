import { expect, test } from 'vitest'
import { safeNext } from '../../core/identity/safe-next.ts'
import { deletionMail, signInMail } from './code-mail.ts'
import { type MailLook, mailHtml } from './mail-html.ts'

const look: MailLook = { product: 'Pagelet', accents: { light: '#6d28d9', dark: '#c4b5fd' } }
const about = { product: 'Pagelet', siteUrl: 'https://shop.test', to: 'ann@example.com', code: '123456' }
const refund = {
  to: 'ann@example.com',
  language: 'en' as const,
  subject: 'Your payment was refunded',
  text: 'It came too late.\n\nSee what’s on offer now: https://shop.test/pricing',
  link: 'https://shop.test/pricing',
}
/** What a person reads. */
const wordsOf = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replace(/\s+/g, ' ')
    .trim()

test('the name of the product stands above the text of the mail', () => {
  const words = wordsOf(mailHtml(refund, look))
  expect(words).toBe('Pagelet It came too late. See what’s on offer now')
})

test('the one thing to act on stands out: the code, or else the link as a button', () => {
  const withCode = mailHtml(deletionMail(about), look)
  expect(withCode.match(/class="code"[^>]*>123456</g)).toHaveLength(1)
  expect(withCode).not.toContain('background:#6d28d9')
  const withoutCode = mailHtml(refund, look)
  expect(withoutCode).toMatch(
    /<a href="https:\/\/shop\.test\/pricing"[^>]*background:#6d28d9;color:#ffffff[^>]*>See what’s on offer now</,
  )
})

test('a link leads where the text leads, and shows no key', () => {
  const mail = signInMail({ ...about, linkKey: 'k3y', next: safeNext('/account') })
  const html = mailHtml(mail, look)
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&#38;', '&'))
  expect(hrefs).toEqual([mail.link])
  expect(wordsOf(html)).toContain('https://shop.test/sign-in If you')
  expect(wordsOf(html)).not.toContain('k3y')
})

test('the logo stands instead of the name, which is read where pictures are not shown', () => {
  const html = mailHtml(refund, { ...look, logo: { content: new Uint8Array(1), width: 120, height: 40 } })
  expect(html).toContain('<img src="cid:logo" alt="Pagelet" width="96" height="32"')
})

test('nothing in a mail is markup, and nothing is loaded', () => {
  const hostile = '"><img src=x onerror=alert(1)>'
  const html = mailHtml(
    { ...refund, subject: hostile, text: `${hostile}\n\n${hostile}: ${refund.link}`, code: hostile },
    { ...look, product: hostile },
  )
  expect(html).not.toMatch(/<img|<script/)
  expect(html).not.toMatch(/src="http|url\(|<link/)
})

test('it is made for light and dark', () => {
  const html = mailHtml(refund, look)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('.accent{color:#c4b5fd!important}')
})

test('a mail in a language that is written from the right is laid out so', () => {
  expect(mailHtml({ ...refund, language: 'ar' }, look)).toMatch(/<html lang="ar" dir="rtl">.*align="right"/)
  expect(mailHtml(refund, look)).toMatch(/<html lang="en" dir="ltr">.*align="left"/)
})
