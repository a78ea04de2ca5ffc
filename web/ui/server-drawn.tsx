import type { ReactNode } from 'react'

/**
 * What never changes in the browser. The server draws the children; the page's script gives none, leaves the HTML as it
 * came, and does without their code.
 */
export const ServerDrawn = ({ children }: { children: ReactNode }) =>
  children === undefined ? <div {...leftAsDrawn} /> : <div>{children}</div>

declare global {
  /** Set by the browser build alone (vite.config.ts), which leaves out what it makes unreachable. */
  var isBrowserBuild: true | undefined
}

/** The content of an element is as the server drew it. */
export const leftAsDrawn = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }
