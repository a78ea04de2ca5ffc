import { createHmac } from 'node:crypto'
import pg from 'pg'

/** Zero-padded, so that the order of making is the order of every index. */
export const memberId = (number: number): string => `member-${String(number).padStart(8, '0')}`

const numbered = (prefix: string) => `'${prefix}' || lpad(n::text, 8, '0')`

const every = (columns: string) => `select ${columns} from generate_series(1, $members) n`
const sampled = (columns: string) => `select ${columns} from generate_series($step, $members, $step) n`

// What members leave behind, one row each in every table that grows.
const grown = [
  `customers (id, user_id) ${every(`${numbered('cus_member-')}, ${numbered('member-')}`)}`,
  `subscriptions (id, user_id, plan, status, had_trial) ${every(`${numbered('sub_member-')}, ${numbered('member-')}, 'monthly', 'active', true`)}`,
  // Of other people, so that a member's own state stays simple.
  `purchases (id, user_id, amount_minor, currency, country, paid_at) ${every(`${numbered('pi_owner-')}, ${numbered('owner-')}, 8900, 'usd', (array['NL', 'DE', 'FR', 'US', 'JP', 'BR', 'IN', 'NG'])[1 + n % 8], now() - ($members - n) * interval '10 seconds'`)}`,
  `guarantee_refunds (payment_id, purchase_id, user_id, plan, amount_minor, currency) ${every(`${numbered('pi_back-')}, ${numbered('pi_back-')}, ${numbered('owner-')}, 'lifetime', 8900, 'usd'`)}`,
  `purchase_choices (user_id, shown) ${every(`${numbered('owner-')}, 'anonymous'`)}`,
  `seat_holds (id, offer_id, user_id, state, session_id, taken_at, expires_at) ${every(`${numbered('hold-')}, 'launch', ${numbered('member-')}, 'released', ${numbered('cs_hold-')}, now() - interval '2 days', now() - interval '1 day'`)}`,
  `seat_ledger (offer_id, hold_id, entry, change, reason, at) ${every(`'launch', ${numbered('hold-')}, 'released', -1, 'bench', now() - interval '1 day'`)}`,
  `checkouts (user_id, plan, session_id, url, expires_at) ${every(`${numbered('member-')}, 'monthly', ${numbered('cs_member-')}, 'https://pay.test/', now()`)}`,
  `billing_syncs (user_id, ticket, applied, synced_at) ${every(`${numbered('member-')}, 1, 1, now()`)}`,
  `jobs (kind, key, payload, run_at) ${every(`'release-hold', ${numbered('hold-')}, jsonb_build_object('userId', ${numbered('member-')}), now() + interval '1 day'`)}`,
  `stripe_events (id, type, customer_id, handled_at, outcome, tries) ${every(`${numbered('evt_member-')}, 'customer.subscription.updated', ${numbered('cus_member-')}, now(), 'synced', 1`)}`,
]

const offer =
  "offers (id, cap, deal_price_minor, later_price_minor, currency) values ('launch', 2000000000, 8900, 14900, 'usd')"

const signedIn = [
  `users (id, name, email, email_verified) ${sampled(`${numbered('member-')}, 'A Member', ${numbered('member-')} || '@example.com', true`)}`,
  `sessions (id, user_id, token, expires_at, user_agent, strength) ${sampled(`${numbered('session-')}, ${numbered('member-')}, ${numbered('token-of-member-')}, now() + interval '400 days', 'bench', 'code'`)}`,
]

/**
 * Fills a migrated database. Only every `step`th member has a user and a session: those are the ones to call with.
 * Indices that guard nothing are made after the rows.
 */
export async function seedMembers(databaseUrl: string, members: number, step = 1): Promise<void> {
  // The rows are right by construction: no reference needs looking up.
  const options = '-c session_replication_role=replica -c maintenance_work_mem=512MB'
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, options })
  try {
    const fill = (insert: string) =>
      pool.query(`insert into ${insert.replaceAll('$members', `${members}`).replaceAll('$step', `${step}`)}`)
    const { rows: indices } = await pool.query(
      `select indexname as name, indexdef as definition from pg_indexes
       where schemaname = 'public' and indexname not in (select conname from pg_constraint)`,
    )
    await pool.query(indices.map(({ name }) => `drop index "${name}"`).join(';'))
    await Promise.all([offer, ...grown, ...signedIn].map(fill))
    await Promise.all(indices.map(({ definition }) => pool.query(definition)))
    await pool.query('vacuum analyze')
  } finally {
    await pool.end()
  }
}

/** People with a session who have bought nothing yet, and whose accounts are not of today. */
export const buyerRows = (buyers: number): string[] => [
  `insert into users (id, name, email, created_at) select 'buyer-' || n, 'A Buyer', 'buyer-' || n || '@example.com', now() - interval '2 days' from generate_series(1, ${buyers}) n`,
  `insert into sessions (id, user_id, token, expires_at, strength) select 'of-buyer-' || n, 'buyer-' || n, 'token-of-buyer-' || n, now() + interval '1 day', 'code' from generate_series(1, ${buyers}) n`,
  'analyze',
]

export async function seedBuyers(databaseUrl: string, buyers: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const insert of buyerRows(buyers)) await client.query(insert)
  } finally {
    await client.end()
  }
}

/** The cookie of a seeded session, signed as the authentication library signs it. */
export function sessionCookie(userId: string, secret: string): string {
  const token = `token-of-${userId}`
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `fairseat.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
