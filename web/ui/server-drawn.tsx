import type { ReactNode } from 'react'

/**
 * What never changes in the browser. The server draws the children; the page's script gives none, leaves the HTML as it
 * came, and does without their code.
 */
export const ServerDrawn = ({ children }: { children: ReactNode }) =>
  children === undefined ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves what the server drew alone, and sets nothing.
    <div suppressHydrationWarning={true} dangerouslySetInnerHTML={{ __html: '' }} />
  ) : (
    <div>{children}</div>
  )
