import { PageFrame, type Site } from '../page-frame.tsx'

export function NotFoundPage({ site }: { site: Site }) {
  return (
    <PageFrame site={site}>
      <div className="hero">
        <h1>There’s no page here</h1>
        <p>The address may be mistyped, or the page may have moved.</p>
        <p>
          <a className="button" href="/pricing">
            See the plans
          </a>
        </p>
      </div>
    </PageFrame>
  )
}
