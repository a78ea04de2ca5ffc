import type { SiteLanguages } from '../../core/messages/site-languages.ts'
import { allPages } from '../../web/pages/manifest.tsx'
import { type Precompressed, precompress } from './precompressed.ts'

const cacheControl = 'public, max-age=3600'

/** robots.txt and sitemap.xml, by their paths. */
export function createCrawlerFiles(origin: string, { all }: SiteLanguages): [string, Precompressed][] {
  // Nothing is disallowed: a crawler that may not fetch a page never sees that it says noindex.
  const robots = `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`
  const hasAlternates = all.length > 1
  const alternates = (path: string) =>
    all.map(
      ({ language, prefix }) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${origin}${prefix}${path}"/>`,
    )
  const urls = allPages
    .filter(({ isIndexed }) => isIndexed)
    .flatMap(({ path }) =>
      all.map(
        ({ prefix }) =>
          `<url><loc>${origin}${prefix}${path}</loc>${hasAlternates ? alternates(path).join('') : ''}</url>`,
      ),
    )
  const namespaces = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${hasAlternates ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}`
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>${urls.join('')}</urlset>\n`
  const file = (content: string, contentType: string) =>
    precompress(content, { 'content-type': `${contentType}; charset=utf-8`, 'cache-control': cacheControl })
  return [
    ['/robots.txt', file(robots, 'text/plain')],
    ['/sitemap.xml', file(sitemap, 'application/xml')],
  ]
}
