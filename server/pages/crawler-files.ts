import { allPages } from '../../web/pages/manifest.tsx'
import { type Precompressed, precompress } from './precompressed.ts'

const cacheControl = 'public, max-age=3600'

/** robots.txt and sitemap.xml, by their paths. */
export function createCrawlerFiles(origin: string): [string, Precompressed][] {
  // Nothing is disallowed: a crawler that may not fetch a page never sees that it says noindex.
  const robots = `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`
  const urls = allPages
    .filter(({ isIndexed }) => isIndexed)
    .map(({ path }) => `<url><loc>${origin}${path}</loc></url>`)
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
  const file = (content: string, contentType: string) =>
    precompress(content, { 'content-type': `${contentType}; charset=utf-8`, 'cache-control': cacheControl })
  return [
    ['/robots.txt', file(robots, 'text/plain')],
    ['/sitemap.xml', file(sitemap, 'application/xml')],
  ]
}
