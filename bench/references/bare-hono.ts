import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

// What a server could do at best with Hono and PostgreSQL: prepared statements, no guards, no library.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = new Hono()

app.get('/', (c) => c.text('ready'))

/** The two questions of a signed-in visitor's page in one request. */
app.get('/viewer', async (c) => {
  const token = c.req.header('x-token')
  const session = await pool.query({
    name: 'session',
    text: 'select u.id, u.email, u.name, s.id as session, s.updated_at from sessions s join users u on u.id = s.user_id where s.token = $1 and s.expires_at > now()',
    values: [token],
  })
  const user = session.rows[0]
  const subscriptions = await pool.query({
    name: 'subscriptions',
    text: 'select * from subscriptions where user_id = $1 order by created_at desc',
    values: [user.id],
  })
  return c.json({ user, plan: subscriptions.rows[0]?.plan ?? 'free' })
})

/** A customer's state by the query of our own API. */
app.get('/customers/:id', async (c) => {
  const { rows } = await pool.query({
    name: 'customer',
    text: 'select u.id, u.email, u.created_at, x.external_id, s.state, s.version, s.updated_at from users u left join external_ids x on x.user_id = u.id left join customer_states s on s.user_id = u.id where u.id = $1',
    values: [c.req.param('id')],
  })
  const { state, version, updated_at: updatedAt } = rows[0]
  return c.json({ ...state, version, updatedAt })
})

/** Writing one row down, in a transaction: the least that a checkout or an event can be. */
app.post('/record', async (c) => {
  const { id } = await c.req.json()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({
      name: 'record',
      text: "insert into stripe_events (id, type, handled_at) values ($1, 'bench', now()) on conflict do nothing",
      values: [id],
    })
    await client.query('commit')
  } finally {
    client.release()
  }
  return c.json({ received: true })
})

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
