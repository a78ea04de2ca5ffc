import { Hono, type MiddlewareHandler } from 'hono'
import { devParameter, type OutboxAccess } from '../../http/outbox-access.ts'
import type { HtmlDocument } from '../../pages/create-pages.ts'
import { logoContentId } from '../mail-html.ts'
import type { Outbox, SentMail } from '../outbox.ts'

/** Mail that was sent on a machine without a mail server. For everybody but the operator it does not exist. */
export function outboxRoutes(
  outbox: Outbox,
  access: OutboxAccess,
  /** Null: the sentence on how to get in. */
  renderPage: (mails: SentMail[] | null) => HtmlDocument,
) {
  const routes = new Hono()
  const guard: MiddlewareHandler = async (c, next) => {
    const cookies = c.req.header('cookie')
    if (access.isOpenTo(cookies) || access.isToken(c.req.query(devParameter))) return next()
    if (!access.wasOpenTo(cookies)) return c.notFound()
    const { html, headers } = renderPage(null)
    return c.html(html, 404, headers)
  }
  routes.get('/outbox', guard, (c) => {
    const { html, headers } = renderPage(outbox.mailsTo())
    return c.html(html, 200, headers)
  })
  routes.get('/outbox.json', guard, (c) => {
    const mails = outbox.mailsTo(c.req.query('to'))
    return c.json(
      mails.map(({ to, subject, text, code, link, html, messageId, unsubscribeUrl }) => ({
        ...{ to, subject, text, code, link, html, messageId, unsubscribeUrl },
      })),
    )
  })
  // As a mail program shows it: no script, nothing from elsewhere.
  routes.get('/outbox/:id', guard, (c) => {
    const mail = outbox.mailsTo().find(({ id }) => String(id) === c.req.param('id'))
    if (!mail) return c.notFound()
    const logo = mail.logo ? `data:image/png;base64,${Buffer.from(mail.logo).toString('base64')}` : ''
    return c.html(mail.html.replace(`cid:${logoContentId}`, logo), 200, {
      'content-security-policy':
        "sandbox allow-popups; default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; img-src data:",
    })
  })
  return routes
}
