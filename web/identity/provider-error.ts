import * as messages from '../../core/messages/messages.ts'

const sentences: Record<string, () => string> = {
  access_denied: () => messages.providerCancelled,
  account_not_linked: () => messages.providerAddressTaken,
  unable_to_link_account: () => messages.providerAddressTaken,
  email_not_found: () => messages.providerWithoutAddress,
  email_is_missing: () => messages.providerWithoutAddress,
  state_mismatch: () => messages.providerTookTooLong,
  state_not_found: () => messages.providerTookTooLong,
  please_restart_the_process: () => messages.providerTookTooLong,
  invalid_redirect: () => messages.productNotSetUp,
  invalid_client: () => messages.productNotSetUp,
  'provider-down': () => messages.errorProviderDown,
  'sign-in-token-issuer': () => messages.productNotSetUp,
  'sign-in-token-audience': () => messages.productNotSetUp,
  'sign-in-token-expired': () => messages.productTookTooLong,
  'sign-in-email-missing': () => messages.providerWithoutAddress,
  'sign-in-email-unverified': () => messages.productAddressUnverified,
  'email-taken': () => messages.providerAddressTaken,
  'external-id-taken': () => messages.productAddressOfAnother,
  'token-issuer-down': () => messages.productNotReached,
  'too-many': () => messages.tooManyTries,
  'link-expired': () => messages.signInLinkUsed,
}

/** The codes of failed sign-ins that have a sentence of their own. */
export const providerErrors = Object.keys(sentences)

/** The code that a sign-in came back with, as a sentence that says what to do. */
export const providerErrorSentence = (code: string): string => sentences[code]?.() ?? messages.providerFailed
