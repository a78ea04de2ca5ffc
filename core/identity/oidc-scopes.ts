/** What a product may ask for that people sign in to with their account here. */
export const oidcScopes = ['openid', 'profile', 'email', 'offline_access'] as const
