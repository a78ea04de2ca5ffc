import { isIPv4 } from 'node:net'
import { z } from 'zod'

/** An address from the settings: https, or http to this machine, without a user name and a password. */
export type SecureUrl = z.infer<typeof SecureUrl>

/** 127.0.0.0/8, ::1 and localhost: only this machine can connect. The host name of a URL, or a plain address. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|\[::1\]|::1)$/.test(host) || (isIPv4(host) && host.startsWith('127.'))

/** The one constructor of the type: settings are parsed with it. */
export const SecureUrl = z
  .string('is missing')
  .superRefine((text, context) => {
    const message = problemOf(text)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .brand<'SecureUrl'>()

function problemOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an address that begins with https://'
  if (url.username || url.password)
    return `must not hold a user name or a password, which logs and pages would show: ${url.host}`
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return `must begin with https://, because ${url.host} is not this machine`
  return null
}

/** The mail server. Its options are ours: `?ignoreTLS=true` would send sign-in codes in the clear. */
export const SmtpUrl = z
  .string()
  .refine(
    (text) => /^smtps?:\/\/.+/.test(text) && URL.canParse(text),
    'must be an address that begins with smtp:// or smtps://',
  )
  .refine((text) => !/[?#]/.test(text), 'must end with the host or its port, without ? and #')
  .brand<'SmtpUrl'>()
export type SmtpUrl = z.infer<typeof SmtpUrl>
