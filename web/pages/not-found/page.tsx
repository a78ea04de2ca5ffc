import * as messages from '../../../core/messages/messages.ts'
import { pagePath } from '../../../core/messages/page-path.ts'
import { PageFrame, type Site } from '../page-frame.tsx'

export function NotFoundPage({ site }: { site: Site }) {
  return (
    <PageFrame site={site}>
      <div className="hero">
        <h1>{messages.noPageHere}</h1>
        <p>{messages.noPageReason}</p>
        <p>
          <a className="button" href={pagePath('/pricing')}>
            {messages.seeThePlans}
          </a>
        </p>
      </div>
    </PageFrame>
  )
}
