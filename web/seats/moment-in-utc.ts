import { language } from '../../core/messages/messages.ts'

/** To the minute. The visitor's time zone is not known to the server. */
export const momentInUtc = (at: string): string =>
  new Date(at).toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
