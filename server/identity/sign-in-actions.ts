import type { LocalPath } from '../../core/local-path.ts'
import type { Language } from '../../core/messages/languages.ts'
import type { SiteLanguages } from '../../core/messages/site-languages.ts'
import type { ClientNetwork } from '../http/client-network.ts'
import { type UseCounter, usesOfNetwork } from '../http/rate-limit.ts'
import { parseEmail } from '../mail-address.ts'
import { authError, cookiesOf } from './auth-response.ts'
import type { AuthService } from './auth-service.ts'
import { requestLimits } from './sign-in-limits.ts'

interface SignInActionDeps {
  auth: Pick<AuthService, 'sendSignInCode' | 'signIn'>
  countUses: UseCounter
  languages: SiteLanguages
  /** Mails to the user are in it from now on. */
  saveLanguage: (userId: string, language: Language) => Promise<void>
}

/** Where a request comes from. */
export interface SignInCaller {
  headers: Headers
  network: ClientNetwork
}

export type SignInActions = ReturnType<typeof createSignInActions>

/** Signing in by mail with all of its limits, for every route that offers it. */
export function createSignInActions({ auth, countUses, languages, saveLanguage }: SignInActionDeps) {
  return {
    /** `next` is where the link in the mail leads after signing in. Returns the cookies to set. */
    async sendCode(
      { email, next }: { email: string; next: LocalPath },
      { headers, network }: SignInCaller,
    ): Promise<string[]> {
      await countUses.count(usesOfNetwork(requestLimits.send, network))
      const cookie = await auth.sendSignInCode({ email: parseEmail(email), next, headers, network })
      return cookie ? [cookie] : []
    },

    /** Exchanges a code, or the key of a mail's link, for a session. Returns the cookies to set with it. */
    async signIn(
      { email, otp, link }: { email: string; otp: string; link?: string | undefined },
      { headers, network }: SignInCaller,
    ): Promise<{ userId: string; cookies: string[] }> {
      await countUses.count(usesOfNetwork(requestLimits.try, network))
      const proof = { email: parseEmail(email), otp, link }
      const { response, cookie } = await auth.signIn(proof, network, headers)
      if (!response.ok) throw await authError(response)
      // An office or a carrier's network has many people who sign in: only what leads to no session adds up.
      await countUses.uncount(
        [requestLimits.send, requestLimits.try].flatMap((by) => usesOfNetwork(by, network)),
      )
      const { user } = await response.json()
      await saveLanguage(user.id, languages.ofHeaders(headers).language)
      return { userId: user.id, cookies: [...cookiesOf(response), cookie] }
    },
  }
}
