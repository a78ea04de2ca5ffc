const sentences: Record<string, string> = {
  access_denied: 'You cancelled signing in there. Try again, or use your e-mail address.',
  account_not_linked:
    'An account with that e-mail address is here already. Sign in with a code sent to the address.',
  unable_to_link_account:
    'An account with that e-mail address is here already. Sign in with a code sent to the address.',
  email_not_found: 'No e-mail address came with that sign-in. Use your e-mail address here instead.',
  email_is_missing: 'No e-mail address came with that sign-in. Use your e-mail address here instead.',
  state_mismatch: 'That sign-in took too long or was begun in another window. Please try again.',
  state_not_found: 'That sign-in took too long or was begun in another window. Please try again.',
  please_restart_the_process: 'That sign-in took too long or was begun in another window. Please try again.',
}

/** The code that a provider's sign-in came back with, as a sentence that says what to do. */
export const providerErrorSentence = (code: string): string =>
  sentences[code] ?? 'Signing in there did not work. Try again, or use your e-mail address.'
