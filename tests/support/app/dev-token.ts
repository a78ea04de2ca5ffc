/** The DEV_TOKEN of all servers that tests start: it opens their outbox. */
export const devToken = 'the-dev-token-of-the-tests'

/** The same for a browser that has a cookie. */
export const devCookie = `fairseat.dev=${devToken}`
