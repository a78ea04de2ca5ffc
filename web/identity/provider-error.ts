const sentences: Record<string, string> = {
  access_denied: 'You cancelled that sign-in. Try again, or use your e-mail address.',
  account_not_linked: 'There’s already an account with that e-mail address. Sign in with a code sent to it.',
  unable_to_link_account:
    'There’s already an account with that e-mail address. Sign in with a code sent to it.',
  email_not_found: 'That sign-in didn’t give us an e-mail address. Use your e-mail address here instead.',
  email_is_missing: 'That sign-in didn’t give us an e-mail address. Use your e-mail address here instead.',
  state_mismatch: 'That sign-in took too long or was started in another window. Please try again.',
  state_not_found: 'That sign-in took too long or was started in another window. Please try again.',
  please_restart_the_process:
    'That sign-in took too long or was started in another window. Please try again.',
  'link-expired':
    'That sign-in link was used already or is older than a minute. Open it again, or sign in here.',
}

/** The code that a provider's sign-in came back with, as a sentence that says what to do. */
export const providerErrorSentence = (code: string): string =>
  sentences[code] ?? 'That sign-in didn’t work. Try again, or use your e-mail address.'
