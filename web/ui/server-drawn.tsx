import type { ReactNode } from 'react'
import { pageRoot } from './page.ts'

declare global {
  /** Set by the browser build alone (vite.config.ts), which leaves out what it makes unreachable. */
  var isBrowserBuild: true | undefined
  var trustedTypes: { emptyHTML: string } | undefined
}

/**
 * What never changes in the browser. The server draws the children; the page's script gives none, leaves the HTML as it
 * came, and does without their code.
 */
export const ServerDrawn = ({ children }: { children: ReactNode }) =>
  children === undefined ? <div {...leftAsDrawn('main>div:not([class])')} /> : <div>{children}</div>

/** The page as it came, before React has looked at it. Not a copy, so that fields keep what was chosen in them. */
const delivered = globalThis.isBrowserBuild && [...pageRoot().querySelectorAll('*')]
/** The empty text is not let through by the page's policy. */
const nothing = { __html: globalThis.trustedTypes?.emptyHTML ?? '' }

/**
 * The content of an element is as the server drew it. A translator or an extension that has changed the page before its script
 * came makes React draw all of it again: then the content is put back. `selector` finds this element among others by its place.
 */
export const leftAsDrawn = (selector: string) => ({
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: nothing,
  ref(element: Element | null) {
    if (!delivered || !element || element.firstChild) return
    const place = [...pageRoot().querySelectorAll(selector)].indexOf(element)
    element.append(...(delivered.filter((one) => one.matches(selector))[place]?.childNodes ?? []))
  },
})
