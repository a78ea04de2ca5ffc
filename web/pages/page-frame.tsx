import type { ReactNode } from 'react'
import type { Logo } from '../../core/brand/logo.ts'
import * as messages from '../../core/messages/messages.ts'
import { pagePath, signInPath } from '../../core/messages/page-path.ts'
import type { Product } from '../../core/plans/catalogue.ts'
import type { FooterLinks } from '../../core/plans/page-content.ts'
import type { Viewer } from '../../core/viewer.ts'
import { leftAsDrawn } from '../ui/server-drawn.tsx'
import { PageFooter } from './page-footer.tsx'

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
  /** The footer is drawn by the server alone. */
  site: Omit<Site, 'footer'> & Partial<Pick<Site, 'footer'>>
  /** Pages that do not know who is looking leave it out, and lead to the plans instead. */
  viewer?: Viewer
  children: ReactNode
}

export function PageFrame({ site, viewer, children }: PageFrameProps) {
  return (
    <>
      <header className="page-header">
        <a className="brand" href={pagePath('/pricing')}>
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
          <p className="test-mark" title={messages.testModeTitle}>
            {messages.testMode}
            <span className="visually-hidden">{messages.testModeExplained}</span>
          </p>
        )}
        {viewer ? (
          <nav aria-label={messages.accountNavigation}>{accountLink(viewer)}</nav>
        ) : (
          <nav aria-label={messages.mainNavigation}>
            <a href={pagePath('/pricing')}>{messages.plansLink}</a>
          </nav>
        )}
      </header>
      <main>{children}</main>
      <footer
        className="page-footer"
        {...(globalThis.isBrowserBuild
          ? leftAsDrawn('footer')
          : { children: site.footer && <PageFooter links={site.footer} /> })}
      />
    </>
  )
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
    <a href={pagePath('/account')}>{messages.accountLink}</a>
  ) : (
    <a href={signInPath('/pricing')}>{messages.signIn}</a>
  )
}
