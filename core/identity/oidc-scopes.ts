/** The scopes that a product may ask for when people sign in to it with their account here. */
export const oidcScopes = ['openid', 'profile', 'email', 'offline_access'] as const
