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
  invalid_redirect: 'The site that sent you here isn’t set up for it. Please tell its owner.',
  invalid_client: 'The site that sent you here isn’t set up for it. Please tell its owner.',
  'sign-in-token-expired':
    'That sign-in took too long. Go back to where you came from and try again, or sign in here.',
  'sign-in-email-missing':
    'That sign-in didn’t give us an e-mail address. Use your e-mail address here instead.',
  'sign-in-email-unverified':
    'Your e-mail address isn’t verified there yet. Verify it and try again, or sign in here with a code.',
  'email-taken': 'There’s already an account with that e-mail address. Sign in with a code sent to it.',
  'external-id-taken':
    'The account with that e-mail address belongs to another sign-in. Sign in with a code sent to it.',
  'token-issuer-down':
    'We can’t check that sign-in right now. Try again in a minute, or use your e-mail address.',
  'too-many': 'Too many tries. Please wait a moment and try again.',
  'link-expired':
    'That sign-in link was used already or is older than a minute. Open it again, or sign in here.',
}

/** The code that a provider's sign-in came back with, as a sentence that says what to do. */
export const providerErrorSentence = (code: string): string =>
  sentences[code] ?? 'That sign-in didn’t work. Try again, or use your e-mail address.'
