import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PaymentPage } from '../../core/billing/contract.ts'
import type { Revocation } from '../../core/billing/entitlement.ts'
import { sessionStrengths } from '../../core/identity/session-strength.ts'
import type { UnversionedState } from '../../core/integration/customer-state.ts'
import { paidPlanIds, planIds } from '../../core/plans/plan.ts'

/** A text that is called otherwise in the database, because the version before reads and writes it there while both run. */
const renamedText = <Value extends string>(stored: Partial<Record<Value, string>>) => {
  const byStored = Object.fromEntries(Object.entries(stored).map(([value, text]) => [text, value]))
  return customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => stored[value] ?? value,
    fromDriver: (text) => byStored[text] ?? text,
  })
}
const holdState = renamedText<'held' | 'sold' | 'released' | 'refunded' | 'oversold'>({
  oversold: 'turned-away',
})
const revocation = renamedText<Revocation>({ oversold: 'no-seat' })

const moment = (name: string) => timestamp(name, { withTimezone: true })
const createdAt = moment('created_at').notNull().defaultNow()
const updatedAt = moment('updated_at')
  .notNull()
  .defaultNow()
  .$onUpdate(() => sql`now()`)

// The authentication library's tables; it determines their fields.

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** Of mails; null of one who has not signed in since there are several. */
  language: text('language'),
  createdAt,
  updatedAt,
})

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    token: text('token').notNull().unique(),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The party that vouched for the person: a code mailed by us, an identity provider, or the operator's product. */
    strength: text('strength', { enum: sessionStrengths }).notNull(),
    /** When the person last entered a code that we mailed; null in a session that only the product vouches for. */
    provenAt: moment('proven_at'),
    createdAt,
    // Set at every refresh: the access window is counted from here.
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    providerId: text('provider_id').notNull(),
    accountId: text('account_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt,
    updatedAt,
  },
  (table) => [
    index('accounts_user').on(table.userId),
    uniqueIndex('accounts_one_per_provider').on(table.providerId, table.accountId),
  ],
)

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt,
    updatedAt,
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
)

/** Hits in the running window of a limit; shared by all processes. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  hits: integer('hits').notNull(),
  windowEndsAt: moment('window_ends_at').notNull(),
})

/** Which of Stripe's accounts the key in use belongs to, in test and in live mode. */
export const stripeAccounts = pgTable('stripe_accounts', {
  livemode: boolean('livemode').primaryKey(),
  id: text('id').notNull(),
})

/** One customer of the payment service per user; one that was deleted there stays as history. */
export const customers = pgTable(
  'customers',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    current: boolean('current').notNull().default(true),
    /** Of the key it was made with; null on rows from before this was stored. */
    livemode: boolean('livemode'),
    createdAt,
  },
  (table) => [
    index('customers_user').on(table.userId),
    uniqueIndex('customers_one_current_per_user').on(table.userId).where(sql`${table.current}`),
  ],
)

/**
 * The one Checkout Session, at most, that a user may still pay. Stored before it is created at Stripe: repeating the
 * attempt, in whatever process and after whatever crash, yields the same Checkout Session.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    userId: userId().primaryKey(),
    /** The idempotency key of the session; null on rows from before attempts were stored. */
    attemptId: text('attempt_id'),
    plan: text('plan', { enum: paidPlanIds }).notNull(),
    /** No code reads it; it is in the export of a person's data. */
    priceKey: text('price', { enum: [...paidPlanIds, 'lifetimeLater'] }),
    stripePriceId: text('stripe_price_id'),
    amountMinor: integer('amount_minor'),
    /** Null on rows from before there were several. */
    currency: text('currency'),
    customerId: text('customer_id'),
    holdId: text('hold_id'),
    trialDays: integer('trial_days').notNull().default(0),
    /** Of the page that it was started from; null on rows from before there were several. */
    language: text('language'),
    /** Null until Stripe has created it. */
    checkoutSessionId: text('session_id').unique(),
    url: text('url').$type<PaymentPage>(),
    /** No code reads it; it is in the export of a person's data. */
    expiresAt: moment('expires_at'),
    createdAt,
  },
  (table) => [index('checkouts_hold').on(table.holdId).where(sql`${table.holdId} is not null`)],
)

/**
 * Orders readings of Stripe without a lock: each takes the next ticket before it reads, and is written only if none with a
 * later ticket has been.
 */
export const billingSyncs = pgTable(
  'billing_syncs',
  {
    userId: userId().primaryKey(),
    ticket: integer('ticket').notNull().default(0),
    applied: integer('applied').notNull().default(0),
    syncedAt: moment('synced_at'),
  },
  (table) => [index('billing_syncs_oldest').on(table.syncedAt)],
)

/** Work to do later: written in the transaction that causes it, done at least once. */
export const jobs = pgTable(
  'jobs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    /** One job of a kind per key: enqueued again while it waits, it runs once. */
    key: text('key').notNull(),
    payload: jsonb('payload').$type<Record<string, string | number | null>>().notNull().default({}),
    runAt: moment('run_at').notNull().defaultNow(),
    /** Incremented when it is enqueued again: then it runs once more after the current run. */
    version: integer('version').notNull().default(1),
    attempts: integer('attempts').notNull().default(0),
    lockedUntil: moment('locked_until'),
    error: text('error'),
    /** Tried as often as it may be: an operator has to look. */
    deadAt: moment('dead_at'),
    createdAt,
  },
  (table) => [
    uniqueIndex('jobs_kind_key').on(table.kind, table.key),
    index('jobs_due').on(table.runAt).where(sql`${table.deadAt} is null`),
    index('jobs_user').on(sql`(${table.payload} ->> 'userId')`),
  ],
)

/** That a trial was given, to a keyed hash of the e-mail address: it outlives the account. */
export const trialsGiven = pgTable('trials_given', {
  emailHash: text('email_hash').primaryKey(),
  givenAt: moment('given_at').notNull().defaultNow(),
})

/** Mails about a subscription that were sent, so that each is sent once. */
export const sentNotices = pgTable(
  'sent_notices',
  {
    key: text('key').primaryKey(),
    userId: userId(),
    sentAt: moment('sent_at').notNull().defaultNow(),
  },
  (table) => [index('sent_notices_user').on(table.userId)],
)

/** Who wants no reminders that their access is about to end. */
export const reminderOptOuts = pgTable('reminder_opt_outs', {
  userId: userId().primaryKey(),
  createdAt,
})

/** What D3 reads: the result of the last sync with the payment service. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    plan: text('plan', { enum: planIds }).notNull(),
    // The payment service's own word, kept as it comes: a status it adds later must not stop a webhook. Only a failed
    // payment reads `active` until `graceEndsAt`.
    status: text('status').notNull(),
    graceEndsAt: moment('grace_ends_at'),
    periodEndsAt: moment('period_ends_at'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    hadTrial: boolean('had_trial').notNull().default(false),
    /** What is paid for it; null on rows from before this was stored. */
    amountMinor: integer('amount_minor'),
    currency: text('currency'),
    /** While its money is on its way: since when, and the payment service's name of the method. */
    pendingSince: moment('pending_since'),
    pendingMethod: text('pending_method'),
    createdAt,
    updatedAt,
  },
  (table) => [
    index('subscriptions_user').on(table.userId),
    // The few in grace, which are looked through every minute.
    index('subscriptions_in_grace').on(table.graceEndsAt).where(sql`${table.graceEndsAt} is not null`),
    check('subscriptions_plan_known', sql`${table.plan} in ('free', 'monthly', 'yearly', 'lifetime')`),
    // The guarantee behind "nobody pays twice": it holds however many requests race.
    uniqueIndex('subscriptions_one_live_per_user')
      .on(table.userId)
      .where(sql`${table.status} in ('trialing', 'active')`),
  ],
)

/** A subscription that a lifetime has replaced, and what went back for the rest of its period. */
export const replacedSubscriptions = pgTable(
  'replaced_subscriptions',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    plan: text('plan', { enum: ['monthly', 'yearly'] })
      .notNull()
      .default('monthly'),
    endedAt: moment('ended_at').notNull(),
    /** To the card, so far. Null where the payment service credited it to the customer's balance. */
    refundedMinor: integer('refunded_minor'),
    currency: text('currency').notNull(),
    /** What went back of each payment, 0 until it did. Null: by a version that recorded in `refundedMinor` what was to go back. */
    refunds: jsonb('refunds').$type<Record<string, number>>(),
    /** Of the key it was made with; null on rows from before this was stored. */
    livemode: boolean('livemode'),
  },
  (table) => [index('replaced_subscriptions_user').on(table.userId)],
)

/** Lifetime purchases. Never changed but for the revocation; they stay when the person is deleted. */
export const purchases = pgTable(
  'purchases',
  {
    /** The payment's id at the payment service. */
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    /** Whether real money was paid; null on rows from before this was stored. */
    livemode: boolean('livemode'),
    country: text('country'),
    paidAt: moment('paid_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** `oversold`: paid after the last seat was gone; `surplus`: paid beside another one. Both are on their way back. */
    revokedFor: revocation('revoked_for'),
  },
  (table) => [
    index('purchases_user').on(table.userId),
    index('purchases_newest').on(table.paidAt).where(sql`${table.revokedAt} is null`),
    index('purchases_of_country').on(table.country, table.paidAt).where(sql`${table.revokedAt} is null`),
  ],
)

/**
 * Money that goes back under the guarantee: once for each payment, the amount stored before the payment service is called.
 * The purchase is a lifetime payment or a subscription. Never changed; the rows stay when the person is deleted.
 */
export const guaranteeRefunds = pgTable(
  'guarantee_refunds',
  {
    paymentId: text('payment_id').primaryKey(),
    purchaseId: text('purchase_id').notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    plan: text('plan', { enum: paidPlanIds }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    requestedAt: moment('requested_at').notNull().defaultNow(),
  },
  (table) => [
    index('guarantee_refunds_user').on(table.userId),
    index('guarantee_refunds_purchase').on(table.purchaseId),
  ],
)

/** What a buyer lets others see of a purchase; without a row it is shown without a name. */
export const purchaseChoices = pgTable('purchase_choices', {
  userId: userId().primaryKey(),
  shown: text('shown', { enum: ['name', 'anonymous', 'hidden'] }).notNull(),
  firstName: text('first_name'),
  updatedAt,
})

interface DealPrices {
  dealPriceMinor: number
  laterPriceMinor: number
}

/**
 * The deal on the lifetime plan. `taken` is sold and held together; the row is what the banner reads and what checkout
 * enforces. That the cap is not raised and a closed offer not opened again is held by a trigger (migration 0003).
 */
export const offers = pgTable(
  'offers',
  {
    id: text('id').primaryKey(),
    cap: integer('cap').notNull(),
    taken: integer('taken').notNull().default(0),
    sold: integer('sold').notNull().default(0),
    dealPriceMinor: integer('deal_price_minor').notNull(),
    laterPriceMinor: integer('later_price_minor').notNull(),
    currency: text('currency').notNull(),
    openedAt: moment('opened_at').notNull().defaultNow(),
    closesAt: moment('closes_at'),
    closedAt: moment('closed_at'),
    /** How long after its end the later price stays in force before an offer may be as cheap again. */
    cooldownDays: integer('cooldown_days').notNull().default(30),
    /** Of the currencies beside `currency`, by code. Null: opened by a version that did not keep them. */
    otherPrices: jsonb('other_prices').$type<Record<string, DealPrices>>(),
    /** Of the key it was opened with; null on rows from before this was stored. */
    livemode: boolean('livemode'),
  },
  (table) => [
    check('offers_taken_within_cap', sql`${table.taken} <= ${table.cap}`),
    check('offers_sold_within_taken', sql`${table.sold} >= 0 and ${table.sold} <= ${table.taken}`),
    uniqueIndex('offers_one_open').on(sql`(${table.closedAt} is null)`).where(sql`${table.closedAt} is null`),
  ],
)

/** One seat for one Checkout Session. Its payment names the hold by `id`, in its metadata. */
export const seatHolds = pgTable(
  'seat_holds',
  {
    id: text('id').primaryKey(),
    offerId: text('offer_id')
      .notNull()
      .references(() => offers.id),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** `oversold`: paid when no seat was left. A refunded seat stays taken: refunds can fail. */
    state: holdState('state').notNull().default('held'),
    checkoutSessionId: text('session_id').unique(),
    paymentId: text('payment_id').unique(),
    takenAt: moment('taken_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** A keyed hash of the network it was taken from; emptied when the hold policy no longer needs it. */
    network: text('network'),
    /** Beside payments of its network that take days: its payment page takes none of them. */
    cardOnly: boolean('card_only').notNull().default(false),
    releasedAt: moment('released_at'),
    /** Of an oversold payment: when it was refunded, and when the buyer was notified. */
    refundedAt: moment('refunded_at'),
    notifiedAt: moment('told_at'),
    /** 16 bytes: with the id they make the seat's name in the public log. */
    logSalt: uuid('log_salt').notNull().defaultRandom(),
  },
  (table) => [
    uniqueIndex('seat_holds_one_per_user').on(table.userId).where(sql`${table.state} = 'held'`),
    index('seat_holds_user').on(table.userId),
    index('seat_holds_network').on(table.network).where(sql`${table.network} is not null`),
    index('seat_holds_due').on(table.expiresAt).where(sql`${table.state} = 'held'`),
  ],
)

/** Every movement of a seat, for good: a trigger refuses changes. The changes of an offer add up to its `taken`. */
export const seatLedger = pgTable(
  'seat_ledger',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    offerId: text('offer_id').notNull(),
    holdId: text('hold_id').notNull(),
    entry: text('entry', { enum: ['held', 'sold', 'released', 'refunded'] }).notNull(),
    change: integer('change').notNull(),
    reason: text('reason').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    index('seat_ledger_offer').on(table.offerId, table.at),
    index('seat_ledger_hold').on(table.holdId),
    check(
      'seat_ledger_change_fits_entry',
      sql`${table.change} = case ${table.entry} when 'held' then 1 when 'released' then -1 else 0 end`,
    ),
  ],
)

/**
 * The public log: every term of an offer and every movement of a seat, for good. Triggers (migration 0012) write it at the
 * commit of the change, gapless in the order of the commits, and refuse everything else.
 */
export const seatLog = pgTable(
  'seat_log',
  {
    /** Counted from 0. */
    index: bigint('index', { mode: 'number' }).primaryKey(),
    offerId: text('offer_id').notNull(),
    /** Null for the terms and the end of an offer. */
    ledgerId: bigint('ledger_id', { mode: 'number' })
      .unique()
      .references(() => seatLedger.id),
    /** Of the offer, after this entry. */
    taken: integer('taken').notNull(),
    sold: integer('sold').notNull(),
    /** The minute; never before that of the entry before. */
    at: moment('at').notNull(),
    /** The leaf of the Merkle tree: these very bytes. */
    entry: text('entry').notNull(),
  },
  (table) => [index('seat_log_offer').on(table.offerId, table.index)],
)

/** Signs the log's checkpoints where SEAT_LOG_KEY is not set. Encrypted under AUTH_SECRET. */
export const seatLogKeys = pgTable('seat_log_keys', {
  id: text('id').primaryKey(),
  encryptedKey: text('encrypted_key').notNull(),
  createdAt,
})

/** Written by the version before there were jobs; a trigger (migration 0006) makes a job of each row. */
export const cancellations = pgTable('cancellations', {
  subscriptionId: text('subscription_id').primaryKey(),
  customerId: text('customer_id').notNull(),
  createdAt,
  tries: integer('tries').notNull().default(0),
  error: text('error'),
})

/** Every event that the payment service sent, once. */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    customerId: text('customer_id'),
    receivedAt: moment('received_at').notNull().defaultNow(),
    handledAt: moment('handled_at'),
    /** `synced` is of versions before there were jobs. */
    outcome: text('outcome', { enum: ['queued', 'ignored', 'synced'] }),
    /** Written by versions before there were jobs; emptied when the event comes again. */
    error: text('error'),
    /** Counted by versions before there were jobs; 1 since then. */
    tries: integer('tries').notNull().default(0),
  },
  // For versions before there were jobs, which looked for events that they had failed to handle.
  (table) => [index('stripe_events_unhandled').on(table.receivedAt).where(sql`${table.handledAt} is null`)],
)

/** The id that a user has in the operator's product. It never changes hands. */
export const externalIds = pgTable('external_ids', {
  externalId: text('external_id').primaryKey(),
  userId: userId().unique(),
  createdAt,
})

/** A plan that was given without a payment; kept for the record. */
export const grants = pgTable(
  'grants',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    plan: text('plan', { enum: paidPlanIds }).notNull(),
    /** For good when null. */
    until: moment('until'),
    reason: text('reason').notNull(),
    /** The first characters of the hash of the API key that asked for it. */
    grantedBy: text('granted_by').notNull(),
    revokedBy: text('revoked_by'),
    revokedAt: moment('revoked_at'),
    createdAt,
  },
  (table) => [index('grants_user').on(table.userId)],
)

/** Every change that an API key or the operator made to a customer, kept for the record. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    actor: text('actor', { enum: ['api-key', 'operator'] }).notNull(),
    /** The first characters of the API key's hash. */
    keyName: text('key_name'),
    operation: text('operation').notNull(),
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    reason: text('reason'),
    requestId: text('request_id'),
    result: text('result').notNull(),
  },
  (table) => [index('audit_log_at').on(table.at), index('audit_log_user').on(table.userId)],
)

/** The last state of a customer that the product was told; changed in the transaction that changes what it follows from. */
export const customerStates = pgTable('customer_states', {
  userId: userId().primaryKey(),
  state: jsonb('state').$type<UnversionedState>().notNull(),
  version: integer('version').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** What an endpoint of the product has not taken yet. The user may be deleted meanwhile. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The same for every endpoint: what the receiver sees as `webhook-id`. */
    messageId: text('message_id').notNull(),
    endpoint: text('endpoint').notNull(),
    customerId: text('customer_id').notNull(),
    version: integer('version').notNull(),
    body: text('body').notNull(),
    createdAt,
  },
  (table) => [
    uniqueIndex('webhook_events_version').on(table.endpoint, table.customerId, table.version),
    index('webhook_events_oldest').on(table.createdAt),
  ],
)

/** One use, for a minute. */
export const signInLinks = pgTable('sign_in_links', {
  tokenHash: text('token_hash').primaryKey(),
  userId: userId(),
  next: text('next').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** Signs identity tokens. The private half is encrypted under AUTH_SECRET. */
export const signingKeys = pgTable('signing_keys', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  encryptedKey: text('encrypted_key').notNull(),
  alg: text('alg').notNull(),
  createdAt,
})

// The OpenID Connect library's tables; it determines their fields. Tokens are hashes.

const grantedToken = () => ({
  id: text('id').primaryKey(),
  token: text('token').notNull().unique(),
  clientId: text('client_id').notNull(),
  referenceId: text('reference_id'),
  /** A hash of the code that it was issued for: if that is used again, the token is revoked. */
  authorizationCodeId: text('authorization_code_id'),
  resources: jsonb('resources').$type<string[]>(),
  requestedUserInfoClaims: jsonb('requested_user_info_claims').$type<string[]>(),
  scopes: jsonb('scopes').$type<string[]>().notNull(),
  confirmation: jsonb('confirmation'),
  revoked: moment('revoked'),
  expiresAt: moment('expires_at').notNull(),
  createdAt,
})

/** Lets a product go on after the person has signed out here: its scope is `offline_access`. */
export const oauthRefreshTokens = pgTable(
  'oauth_refresh_tokens',
  {
    ...grantedToken(),
    userId: userId(),
    sessionId: text('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    authTime: moment('auth_time'),
    rotatedAt: moment('rotated_at'),
    /** Encrypted; for a product that asks twice at the same moment. */
    rotationReplayResponse: text('rotation_replay_response'),
    rotationReplayExpiresAt: moment('rotation_replay_expires_at'),
  },
  (table) => [
    index('oauth_refresh_tokens_user').on(table.userId),
    index('oauth_refresh_tokens_session').on(table.sessionId),
    index('oauth_refresh_tokens_code').on(table.authorizationCodeId),
    index('oauth_refresh_tokens_expired').on(table.expiresAt),
  ],
)

/** Over as soon as the session is. */
export const oauthAccessTokens = pgTable(
  'oauth_access_tokens',
  {
    ...grantedToken(),
    userId: userId(),
    sessionId: text('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    refreshId: text('refresh_id').references(() => oauthRefreshTokens.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('oauth_access_tokens_user').on(table.userId),
    index('oauth_access_tokens_session').on(table.sessionId),
    index('oauth_access_tokens_refresh').on(table.refreshId),
    index('oauth_access_tokens_code').on(table.authorizationCodeId),
    index('oauth_access_tokens_expired').on(table.expiresAt),
  ],
)
