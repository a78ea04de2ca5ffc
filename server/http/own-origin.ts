/**
 * Whether an `Origin` header names this site: the configured address, or the very host that was asked (a browser never
 * lets a page forge that one). Only hosts are compared there: a proxy in front may have ended https.
 */
export function isOwnOrigin(origin: string, host: string | null | undefined, backendUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  return origin === new URL(backendUrl).origin || new URL(origin).host === host
}
