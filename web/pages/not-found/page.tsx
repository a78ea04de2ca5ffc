import { localPath } from '../../../core/messages/local-path.ts'
import * as messages from '../../../core/messages/messages.ts'
import { PageFrame, type Site } from '../page-frame.tsx'

export function NotFoundPage({ site }: { site: Site }) {
  return (
    <PageFrame site={site}>
      <div className="hero">
        <h1>{messages.noPageHere}</h1>
        <p>{messages.noPageReason}</p>
        <p>
          <a className="button" href={localPath('/pricing')}>
            {messages.seeThePlans}
          </a>
        </p>
      </div>
    </PageFrame>
  )
}
