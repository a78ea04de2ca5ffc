import { PageFrame, type Site } from '../page-frame.tsx'

export interface OutboxMail {
  id: number
  to: string
  subject: string
  text: string
  code?: string
  link: string
  sentAt: Date
}

interface OutboxPageProps {
  site: Site
  /** Null for a browser that a former start of the server let in. */
  mails: readonly OutboxMail[] | null
}

/** Mails in test mode, newest first; without a script, as it is drawn for each visit. */
export function OutboxPage({ site, mails }: OutboxPageProps) {
  return (
    <PageFrame site={site}>
      <div className="narrow">
        <h1>Outbox</h1>
        <p>
          {mails
            ? 'Test mode: e-mails show up here instead of being sent. Reload the page for newer ones.'
            : 'The server has restarted. Open the address that the server printed at its start.'}
        </p>
        {mails?.length === 0 && <p className="panel">No e-mails yet.</p>}
        {mails?.map((mail) => (
          <article key={`${mail.sentAt.toISOString()} ${mail.subject}`} className="panel mail">
            <h2>{mail.subject}</h2>
            <p>
              To {mail.to}, <time dateTime={mail.sentAt.toISOString()}>{mail.sentAt.toUTCString()}</time>
            </p>
            {mail.code && <p className="mail-code">{mail.code}</p>}
            <p>
              <a href={mail.link}>Open the link in the e-mail</a>,{' '}
              <a href={`/dev/outbox/${mail.id}`}>see how it looks</a>
            </p>
            <pre>{mail.text}</pre>
          </article>
        ))}
      </div>
    </PageFrame>
  )
}
