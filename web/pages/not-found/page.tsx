import { PageFrame, type Site } from '../page-frame.tsx'

export function NotFoundPage({ site }: { site: Site }) {
  return (
    <PageFrame site={site}>
      <div className="hero">
        <h1>There is no page here</h1>
        <p>The address may be mistyped, or the page has moved.</p>
        <p>
          <a className="button" href="/pricing">
            See the plans
          </a>
        </p>
      </div>
    </PageFrame>
  )
}
