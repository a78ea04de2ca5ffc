import { localPath } from '../messages/local-path.ts'

const thisSite = 'https://this.site'

/**
 * Rule I1: where to go after signing in. Only a path on this site is followed, written as the URL parser writes it;
 * everything that a browser, or a proxy that decodes once more, could read as another site goes to /pricing.
 */
export function safeNext(next: string | null | undefined): string {
  // Browsers read `\` as `/` and drop tabs and line breaks, so that `/<tab>/evil` is `//evil`, another host.
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\p{Cc}]/u.test(next)) return localPath('/pricing')
  const { origin, pathname, search, hash } = new URL(next, thisSite)
  // `/.//evil` has become `//evil` by now; `%2f`, `%5c`, `%25` and control characters wait for a second decoding.
  const hostile = pathname.startsWith('//') || /%(2f|5c|25|7f|[01][0-9a-f])/i.test(pathname)
  return origin === thisSite && !hostile ? pathname + search + hash : localPath('/pricing')
}
