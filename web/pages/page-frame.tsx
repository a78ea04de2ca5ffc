import type { ReactNode } from 'react'
import type { Logo } from '../../core/brand/logo.ts'
import type { Product } from '../../core/plans/catalogue.ts'
import type { FooterLinks } from '../../core/plans/page-content.ts'
import { howWeCountPath } from '../../core/urgency/contract.ts'
import type { Viewer } from '../../core/viewer.ts'

/** What every page's frame shows. */
export interface Site {
  product: Product
  footer: FooterLinks
  /** Instead of the name. */
  logo?: Logo | undefined
  /** No real money moves, and the page says so. */
  testMode: boolean
}

interface PageFrameProps {
  site: Site
  /** Pages that do not know who is looking leave it out, and lead to the plans instead. */
  viewer?: Viewer
  children: ReactNode
}

export function PageFrame({ site, viewer, children }: PageFrameProps) {
  return (
    <>
      <header className="page-header">
        <a className="brand" href="/pricing">
          {site.logo ? (
            brandLogo(site.logo, site.product.name)
          ) : (
            <>
              <svg className="brand-mark" viewBox="0 0 16 16" aria-hidden="true">
                <path d="M4 2v7h8M4 13V9M12 13V6.5" />
              </svg>
              {site.product.name}
            </>
          )}
        </a>
        {site.testMode && (
          <p className="test-mark" title="No real money moves">
            Test mode<span className="visually-hidden">: no real money moves</span>
          </p>
        )}
        {viewer ? (
          <nav aria-label="Account">{accountLink(viewer)}</nav>
        ) : (
          <nav aria-label="Main">
            <a href="/pricing">Plans</a>
          </nav>
        )}
      </header>
      <main>{children}</main>
      <footer className="page-footer">
        <a href="/pricing">Plans</a>
        <a href="/account">Billing</a>
        <a href={howWeCountPath}>How seats are counted</a>
        {Object.entries(site.footer).map(([kind, url]) => (
          <a key={kind} href={url}>
            {footerTexts[kind as keyof FooterLinks]}
          </a>
        ))}
      </footer>
    </>
  )
}

const footerTexts: Record<keyof FooterLinks, string> = {
  terms: 'Terms',
  privacy: 'Privacy',
  imprint: 'Imprint',
  support: 'Support',
}
const brandLogo = ({ dark, ...logo }: Logo, name: string) => (
  <picture>
    {dark && (
      <source
        media="(prefers-color-scheme: dark)"
        srcSet={dark.src}
        width={dark.width}
        height={dark.height}
      />
    )}
    <img className="brand-logo" alt={name} {...logo} />
  </picture>
)

function accountLink(viewer: Viewer) {
  if (viewer.status === 'loading') return null
  return viewer.status === 'signed-in' ? (
    <a href="/account">Account</a>
  ) : (
    <a href="/sign-in?next=/pricing">Sign in</a>
  )
}
