const gmail = /@(gmail|googlemail)\.com$/

/**
 * The mailbox behind an address, for counting only: ann+shop@example.com is delivered to ann@example.com, and Gmail ignores
 * dots. An account always belongs to the address as it was written.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, at).split('+')
  const domain = address.slice(at)
  return gmail.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : name + domain
}
