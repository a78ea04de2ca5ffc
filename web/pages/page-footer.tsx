import * as messages from '../../core/messages/messages.ts'
import { pagePath } from '../../core/messages/page-path.ts'
import type { FooterLinks } from '../../core/plans/page-content.ts'
import { howWeCountPath } from '../../core/urgency/contract.ts'
import { pageLanguageLinks } from './language-links.ts'

/** Drawn on the server alone. */
export const PageFooter = ({ links }: { links: FooterLinks }) => (
  <>
    <a href={pagePath('/pricing')}>{messages.plansLink}</a>
    <a href={pagePath('/account')}>{messages.billing}</a>
    <a href={pagePath(howWeCountPath)}>{messages.howSeatsAreCounted}</a>
    {Object.entries(links).map(([kind, url]) => (
      <a key={kind} href={url}>
        {linkTexts()[kind as keyof FooterLinks]}
      </a>
    ))}
    <LanguagePicker />
  </>
)

const linkTexts = (): Record<keyof FooterLinks, string> => ({
  terms: messages.terms,
  privacy: messages.privacy,
  imprint: messages.imprint,
  support: messages.support,
})

/** Plain links, each in its own language; nothing where there is one language. */
function LanguagePicker() {
  const links = pageLanguageLinks()
  if (links.length === 0) return null
  return (
    <nav className="languages" aria-label={messages.languageNavigation}>
      {links.map(({ language, name, href }) => (
        <a
          key={language}
          href={href}
          lang={language}
          rel="nofollow"
          aria-current={language === messages.language ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}
