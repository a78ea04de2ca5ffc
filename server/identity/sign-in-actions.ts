import type { Context } from 'hono'
import type { Language } from '../../core/messages/languages.ts'
import type { SiteLanguages } from '../../core/messages/site-languages.ts'
import type { ClientNetwork } from '../http/client-network.ts'
import type { NetworkLimiter } from '../http/rate-limit.ts'
import { noteUser } from '../http/require-user.ts'
import { parseEmail } from '../mail-address.ts'
import type { AuthService } from './auth-service.ts'
import { requestLimits } from './sign-in-limits.ts'
import { takeResult } from './take-result.ts'

export interface SignInActionDeps {
  auth: AuthService
  limitNetwork: NetworkLimiter
  clientNetwork: (c: Context) => ClientNetwork
  languages: SiteLanguages
  /** Mails to the user are in it from now on. */
  saveLanguage: (userId: string, language: Language) => Promise<void>
}

/** Signing in by mail with all of its limits, for every route that offers it. Each sets the cookies of its response. */
export function createSignInActions(deps: SignInActionDeps) {
  const { auth, limitNetwork, clientNetwork, languages } = deps
  return {
    /** `next` is where the link in the mail leads after signing in. */
    async sendCode(c: Context, { email, next }: { email: string; next: string | undefined }): Promise<void> {
      await limitNetwork(requestLimits.send, c)
      const cookie = await auth.sendSignInCode({
        email: parseEmail(email),
        next,
        headers: c.req.raw.headers,
        network: clientNetwork(c),
      })
      if (cookie) c.header('set-cookie', cookie, { append: true })
    },

    async signIn(
      c: Context,
      { email, otp, link }: { email: string; otp: string; link?: string | undefined },
    ): Promise<{ userId: string }> {
      await limitNetwork(requestLimits.try, c)
      const { headers } = c.req.raw
      const proof = { email: parseEmail(email), otp, link }
      const { response, cookie } = await auth.signIn(proof, clientNetwork(c), headers)
      const { user } = await takeResult(c, response)
      noteUser(c, user.id, 'code')
      c.header('set-cookie', cookie, { append: true })
      await deps.saveLanguage(user.id, languages.ofHeaders(headers).language)
      return { userId: user.id }
    },
  }
}
