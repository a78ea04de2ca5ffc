declare const checked: unique symbol

/** A path on this site, as the URL parser writes it. `safeNext` and `translatePath` make one; nothing else does (F86). */
export type LocalPath = string & { readonly [checked]: true }

const thisSite = 'https://this.site'

/**
 * Returns the text as a path, or the plans behind the prefix if a browser, or a proxy that decodes it once more, could read
 * the text as another site. Called by `safeNext` and `translatePath` only.
 */
export function checkLocalPath(text: string, prefix: string): LocalPath {
  return parse(text) ?? (`${prefix}/pricing` as LocalPath)
}

function parse(text: string): LocalPath | null {
  // Browsers read `\` as `/` and drop tabs and line breaks, so that `/<tab>/evil` is `//evil`, another host.
  if (!text.startsWith('/') || text.startsWith('//') || /[\\\p{Cc}]/u.test(text)) return null
  const { origin, pathname, search, hash } = new URL(text, thisSite)
  // `/.//evil` has become `//evil` by now, and `/de//evil` is `//evil` without its language. `%2f`, `%5c`, `%25` and control
  // characters wait for a second decoding.
  const hostile = pathname.includes('//') || /%(2f|5c|25|7f|[01][0-9a-f]|c2%[89])/i.test(pathname)
  return origin === thisSite && !hostile ? ((pathname + search + hash) as LocalPath) : null
}
