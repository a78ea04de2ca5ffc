import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/**
 * A session for a user whom a trusted party named: the product's server (a sign-in link) or the issuer of a verified token.
 * Callable in this process only: the library's router leaves it out. It proves nothing about the e-mail address, which
 * stays as verified or unverified as it was.
 */
export const trustedSignIn = () => ({
  id: 'trusted-sign-in' as const,
  endpoints: {
    openTrustedSession: createAuthEndpoint.serverOnly(
      { method: 'POST', requireHeaders: true, body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new APIError('NOT_FOUND')
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ user: { id: user.id } })
      },
    ),
  },
})
