import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { sessionStrengths } from '../../core/identity/session-strength.ts'

const SessionRequest = z.object({ userId: z.string(), strength: z.enum(sessionStrengths) })

/**
 * Opens a session for a user whom our own code, the product's server (a sign-in link) or the issuer of a verified token
 * named. Only this process can call it: the library's router leaves it out.
 */
export const trustedSignIn = () => ({
  id: 'trusted-sign-in' as const,
  endpoints: {
    openTrustedSession: createAuthEndpoint.serverOnly(
      { method: 'POST', requireHeaders: true, body: SessionRequest },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new APIError('NOT_FOUND')
        const { strength } = ctx.body
        const provenAt = strength === 'code' ? new Date() : null
        const session = await ctx.context.internalAdapter.createSession(user.id, false, {
          strength,
          provenAt,
        })
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ user: { id: user.id } })
      },
    ),
  },
})
