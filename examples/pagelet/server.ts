import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createFairseat, verifyWebhook, WebhookVerificationError } from '@fairseat/client'
import { serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { streamSSE } from 'hono/streaming'
import * as openid from 'openid-client'

// Pagelet: a small product that sells through Fairseat. One project is free, more need the feature "projects:unlimited".

const port = Number(process.env.PORT ?? 4000)
const ownUrl = process.env.PAGELET_URL ?? `http://127.0.0.1:${port}`
const fairseatUrl = setting('FAIRSEAT_URL')
const webhookSecret = setting('FAIRSEAT_WEBHOOK_SECRET')
const fairseat = createFairseat({ url: fairseatUrl, apiKey: setting('FAIRSEAT_API_KEY') })

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing. "npm run example" sets everything.`)
  return value
}

// Pagelet's own data. A real product has a database.

interface User {
  /** The id at Fairseat, which is `sub` of the id token. */
  id: string
  email: string
  projects: string[]
}
const users = new Map<string, User>()
const sessions = new Map<string, { userId: string; idToken: string }>()
/** Emits the id of a customer whose state has changed. */
const changes = new EventEmitter().setMaxListeners(0)

const app = new Hono()
const signedInUser = (c: Context) =>
  users.get(sessions.get(getCookie(c, 'pagelet_session') ?? '')?.userId ?? '')
const cookie = { httpOnly: true, sameSite: 'Lax', secure: ownUrl.startsWith('https:'), path: '/' } as const

// The feature that is gated.

const freeProjects = 1
const pricingUrl = `${fairseatUrl}/pricing`

/** `unknown`: Fairseat is away, and nothing recent is known of the customer. */
type Access = 'open' | 'closed' | 'unknown'

async function readAccess(user: User): Promise<Access> {
  const result = await fairseat.can(user.id, 'projects:unlimited')
  return result === 'unknown' ? 'unknown' : result ? 'open' : 'closed'
}

app.get('/', async (c) => {
  const user = signedInUser(c)
  const access = user ? await readAccess(user) : 'closed'
  return c.html(homePage({ user, access }))
})

app.post('/projects', async (c) => {
  const user = signedInUser(c)
  if (!user) return c.redirect('/', 303)
  const { name } = await c.req.parseBody()
  if (user.projects.length >= freeProjects) {
    // The server decides. What the page shows is only a picture of it.
    const access = await readAccess(user)
    if (access === 'unknown')
      return c.html(messagePage('We cannot check your plan right now. Please try again in a minute.'), 503)
    if (access === 'closed')
      return c.html(messagePage('Your plan has one project. Upgrade to add more.'), 403)
  }
  if (typeof name === 'string' && name.trim()) user.projects.push(name.trim().slice(0, 60))
  return c.redirect('/', 303)
})

/** Keeps the open page current: after a webhook at once, and every 15 s if one should not come. */
app.get('/events', (c) => {
  const user = signedInUser(c)
  if (!user) return c.body(null, 401)
  return streamSSE(c, async (stream) => {
    const aborted = new AbortController()
    stream.onAbort(() => aborted.abort())
    while (!stream.aborted) {
      const signal = AbortSignal.any([aborted.signal, AbortSignal.timeout(15_000)])
      const changed = once(changes, user.id, { signal }).catch(() => {})
      await stream.writeSSE({ data: await readAccess(user) })
      await changed
    }
  })
})

// What Fairseat sends when somebody pays, upgrades, cancels or gets a refund.

app.post('/webhooks/fairseat', async (c) => {
  const event = await verifyWebhook(c.req.raw, webhookSecret)
  fairseat.remember(event.data)
  if (event.type === 'customer.deleted') {
    users.delete(event.data.id)
    for (const [id, session] of sessions) if (session.userId === event.data.id) sessions.delete(id)
  }
  changes.emit(event.data.id)
  return c.body(null, 204)
})

// Sign in with Fairseat: OpenID Connect, authorization code with PKCE.

let discovered: Promise<openid.Configuration> | undefined
function discover(): Promise<openid.Configuration> {
  // Only on this machine Fairseat may be at a http:// address.
  const execute = fairseatUrl.startsWith('http:') ? [openid.allowInsecureRequests] : []
  const secret = setting('FAIRSEAT_CLIENT_SECRET')
  discovered ??= openid.discovery(new URL(fairseatUrl), setting('FAIRSEAT_CLIENT_ID'), secret, undefined, {
    execute,
  })
  discovered.catch(() => {
    discovered = undefined
  })
  return discovered
}

app.get('/sign-in', async (c) => {
  const pending = {
    verifier: openid.randomPKCECodeVerifier(),
    state: openid.randomState(),
    nonce: openid.randomNonce(),
  }
  const url = openid.buildAuthorizationUrl(await discover(), {
    redirect_uri: `${ownUrl}/callback`,
    scope: 'openid email profile',
    code_challenge: await openid.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
  })
  setCookie(c, 'pagelet_sign_in', JSON.stringify(pending), { ...cookie, maxAge: 3600 })
  return c.redirect(url.href)
})

app.get('/callback', async (c) => {
  const pending = JSON.parse(getCookie(c, 'pagelet_sign_in') ?? '{}')
  deleteCookie(c, 'pagelet_sign_in', cookie)
  if (!pending.verifier) return c.redirect('/sign-in')
  const config = await discover()
  const { search } = new URL(c.req.url)
  const tokens = await openid.authorizationCodeGrant(config, new URL(`${ownUrl}/callback${search}`), {
    pkceCodeVerifier: pending.verifier,
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    idTokenExpected: true,
  })
  const id = tokens.claims()?.sub ?? ''
  const { email = '' } = await openid.fetchUserInfo(config, tokens.access_token, id)
  users.set(id, { id, email, projects: users.get(id)?.projects ?? [] })
  const session = randomUUID()
  sessions.set(session, { userId: id, idToken: tokens.id_token ?? '' })
  setCookie(c, 'pagelet_session', session, { ...cookie, maxAge: 30 * 86_400 })
  return c.redirect('/')
})

app.post('/sign-out', async (c) => {
  const id = getCookie(c, 'pagelet_session') ?? ''
  const session = sessions.get(id)
  sessions.delete(id)
  deleteCookie(c, 'pagelet_session', cookie)
  if (!session) return c.redirect('/', 303)
  const signedOut = { id_token_hint: session.idToken, post_logout_redirect_uri: `${ownUrl}/` }
  return c.redirect(openid.buildEndSessionUrl(await discover(), signedOut).href, 303)
})

app.onError((error, c) => {
  if (error instanceof WebhookVerificationError) return c.text(error.message, 400)
  console.error(error)
  return c.html(messagePage('That did not work. Please try again.'), 500)
})

const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () =>
  console.log(`Pagelet is at ${ownUrl}`),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.close(() => process.exit(0))
    if ('closeAllConnections' in server) server.closeAllConnections()
  })

// Pages.

interface HomePage {
  user: User | undefined
  access: Access
}

function homePage({ user, access }: HomePage) {
  return frame(
    user
      ? html`
          <div class="bar">
            <span>${user.email}</span>
            <form method="post" action="/sign-out"><button class="plain">Sign out</button></form>
          </div>
          <h2>Projects</h2>
          <ul>
            ${user.projects.map((name) => html`<li>${name}</li>`)}
          </ul>
          <section data-access="${access}" data-room="${user.projects.length < freeProjects ? 'yes' : 'no'}" aria-live="polite">
            <form class="add" method="post" action="/projects">
              <input name="name" aria-label="Name of the project" placeholder="A new project" required />
              <button>Add project</button>
            </form>
            <p class="is-open">Unlimited projects are yours. Thank you!</p>
            <p class="is-closed">
              ${freeProjects} project is free.
              <a class="button" href="${pricingUrl}" target="_blank" rel="noopener">Upgrade for more</a>
            </p>
            <p class="is-unknown">We cannot check your plan right now.</p>
          </section>
          <script>
            // Opens and closes by itself when the plan changes, without a reload.
            new EventSource('/events').onmessage = ({ data }) => {
              document.querySelector('section').dataset.access = data
            }
          </script>
        `
      : html`
          <p>Small pages for small projects. The first project is free.</p>
          <p>
            <a class="button" href="/sign-in">Sign in with Fairseat</a>
            <a href="${pricingUrl}">Plans</a>
          </p>
        `,
  )
}

function messagePage(text: string) {
  return frame(html`
    <p role="alert">${text}</p>
    <p><a href="/">Back</a></p>
  `)
}

function frame(content: unknown) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Pagelet</title>
    <link rel="icon" href="data:," />
    <style>
      :root { color-scheme: light dark; --accent: light-dark(#4338ca, #a5b4fc); --line: light-dark(#d4d4d8, #3f3f46) }
      body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif }
      .bar { display: flex; justify-content: space-between; align-items: center; gap: 1rem }
      .bar span { overflow-wrap: anywhere }
      ul { padding: 0; list-style: none }
      li { padding: 0.5rem 0; border-bottom: 1px solid var(--line) }
      .add { display: flex; flex-wrap: wrap; gap: 0.5rem }
      input { flex: 1; min-width: 0 }
      input, button, .button { padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; font: inherit }
      button, .button { border-color: var(--accent); color: light-dark(#fff, #18181b); background: var(--accent); text-decoration: none }
      .plain { padding: 0; border: 0; color: var(--accent); background: none }
      a { color: var(--accent) }
      [class^='is-'] { display: none }
      [data-access='open'] .is-open, [data-access='closed'] .is-closed, [data-access='unknown'] .is-unknown { display: block }
      [data-room='no']:not([data-access='open']) .add { display: none }
    </style>
  </head>
  <body>
    <main>
      <h1>Pagelet</h1>
      ${content}
    </main>
  </body>
</html>`
}
