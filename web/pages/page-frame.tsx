import type { ReactNode } from 'react'
import type { Viewer } from '../../core/viewer.ts'

interface PageFrameProps {
  product: string
  /** Pages that do not know who is looking leave it out, and the sign-in link with it. */
  viewer?: Viewer
  children: ReactNode
}

export function PageFrame({ product, viewer, children }: PageFrameProps) {
  return (
    <>
      <header className="page-header">
        <a className="brand" href="/pricing">
          <svg className="brand-mark" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 2v7h8M4 13V9M12 13V6.5" />
          </svg>
          {product}
        </a>
        {viewer && <nav aria-label="Account">{accountLink(viewer)}</nav>}
      </header>
      <main>{children}</main>
    </>
  )
}

function accountLink(viewer: Viewer) {
  if (viewer.status === 'loading') return null
  return viewer.status === 'signed-in' ? (
    <a href="/account">Account</a>
  ) : (
    <a href="/sign-in?next=/pricing">Sign in</a>
  )
}
