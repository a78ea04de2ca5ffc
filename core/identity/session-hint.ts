/**
 * A cookie that scripts may read: it says that there probably is a session, and nothing else. The page, which is the
 * same for everyone, uses it to show a placeholder instead of a label that may be wrong.
 */
export const sessionHintCookie = 'fairseat_hint'

export const hasSessionHint = (cookies: string): boolean =>
  cookies.split('; ').includes(`${sessionHintCookie}=1`)
