import type { TestEmulator } from '@fairseat/stripe-emulator/testing'

interface Call {
  path: string
  form: string
}

/**
 * How many calls reached Stripe for each user since its rate limit was set, which ends here. A call is about the user whose id
 * it carries, or whose customer or Checkout Session it names; the others are about `nobody`.
 */
export async function countCallsByUser(emulator: TestEmulator): Promise<Map<string, number>> {
  const { stripe, control } = emulator
  const { calls } = await control<{ calls: Call[] }>('/calls')
  await control('/rate-limit', { rate: null })
  const users = new Map<string, string | null | undefined>()
  for await (const { id, metadata } of stripe.customers.list({ limit: 100 })) users.set(id, metadata.userId)
  for await (const session of stripe.checkout.sessions.list({ limit: 100 }))
    users.set(session.id, session.client_reference_id)
  const userOf = ({ path, form }: Call): string => {
    const params = new URLSearchParams(form)
    const named = [...path.split('/'), ...params.values()].map((id) => users.get(id))
    return (
      params.get('client_reference_id') ?? params.get('metadata[userId]') ?? named.find(Boolean) ?? 'nobody'
    )
  }
  const counts = new Map<string, number>()
  for (const user of calls.map(userOf)) counts.set(user, (counts.get(user) ?? 0) + 1)
  return counts
}
