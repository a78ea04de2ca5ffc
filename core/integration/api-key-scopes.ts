/**
 * The rights of an API key: `read` customers, `write` them, give and take back plans (`gifts`), and make links that
 * sign a customer in (`sign-in`).
 */
export const apiKeyScopes = ['read', 'write', 'gifts', 'sign-in'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]
