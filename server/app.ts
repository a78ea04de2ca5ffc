import { Hono } from 'hono'
import { AppError } from './http/app-error.ts'
import type { ClientBuild } from './http/client-build.ts'
import { reloadStream } from './http/dev-reload.ts'
import { respondNegotiated } from './http/negotiated.ts'
import type { Pages } from './http/pages.ts'
import { publicKeyGuard } from './http/public-key-guard.ts'
import { securityHeaders } from './http/security-headers.ts'

export interface AppParts {
  pages: Pages
  client: ClientBuild
  backendUrl: string
  publicKey: string
  devReload: boolean
}

/** Wires the features together; the one place that sees them all. */
export function createApp({ pages, client, backendUrl, publicKey, devReload }: AppParts) {
  const app = new Hono()
  app.use(securityHeaders)
  app.use('/api/*', publicKeyGuard({ publicKey, backendUrl }))

  app.get('/', (c) => c.redirect('/pricing', 302))
  app.get('/pricing', (c) => respondNegotiated(pages.pricing, c.req.raw))
  app.get('/assets/:name', (c, next) => {
    const asset = client.assets.get(c.req.path)
    return asset ? respondNegotiated(asset, c.req.raw) : next()
  })
  if (devReload) app.get('/dev/reload', reloadStream())

  app.notFound((c) => {
    if (c.req.path.startsWith('/api/')) throw new AppError('unknown-path')
    return respondNegotiated(pages.notFound, c.req.raw, 404)
  })
  app.onError((error, c) => {
    const known = error instanceof AppError ? error : new AppError('unexpected', { cause: error })
    // biome-ignore lint/suspicious/noConsole: an error without a code is a defect and belongs in the log
    if (known.code === 'unexpected') console.error(error)
    return c.json({ error: known.message }, known.status)
  })
  return app
}
