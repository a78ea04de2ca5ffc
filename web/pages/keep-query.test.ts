import { afterEach, expect, test, vi } from 'vitest'
import { siteLanguages } from '../../core/messages/site-languages.ts'
import { keepQuery } from './keep-query.ts'
import { languageLinks } from './language-links.ts'

afterEach(() => vi.unstubAllGlobals())

test('G6: the links of the language picker lead to the page with its query', () => {
  const links = languageLinks(siteLanguages(['en', 'de']), '/welcome').map(({ href }) => ({
    href: `https://fairseat.example${href}`,
  }))
  vi.stubGlobal('document', { querySelectorAll: () => links })
  keepQuery('?session_id=cs_1&a=%2Fb')
  const nexts = links.map(({ href }) => new URL(href).searchParams.get('next'))
  expect(nexts).toEqual(['/welcome?session_id=cs_1&a=%2Fb', '/de/welcome?session_id=cs_1&a=%2Fb'])
})
