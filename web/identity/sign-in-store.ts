import {
  codeSignInPath,
  providerSignInPath,
  sendCodePath,
  tooManyMails,
} from '../../core/identity/contract.ts'
import { type ResendWait, resendSeconds } from '../../core/identity/resend-wait.ts'
import { codePathTo, signInPathTo } from '../../core/identity/sign-in-paths.ts'
import type { LocalPath } from '../../core/local-path.ts'
import { createStore } from '../../core/store.ts'
import type { ApiClient } from '../api-client.ts'
import { type ApiRefusal, postApi, textField } from '../api-result.ts'
import { codeDigits, isCodeSpent, isCodeWrong } from './code.ts'
import { providerErrorSentence } from './provider-error.ts'
import type { Mailed } from './sign-in-params.ts'

export interface SignInState {
  step: 'email' | 'code'
  email: string
  code: string
  /** The code came with the link in the mail. */
  fromLink: boolean
  /** The key that came with it; it does not count for another code. */
  link?: string | undefined
  /** What runs, one thing at a time: `send`, `verify` or the id of a provider. */
  busy: string | null
  problem: { at: 'email' | 'code' | 'provider'; text: string } | null
  /** The code is of no use any more: only a new one helps. */
  codeSpent: boolean
  sentAgain: boolean
}

export type SignInStore = ReturnType<typeof createSignInStore>

interface SignInOptions {
  api: ApiClient
  wait: ResendWait
  next: LocalPath
  again?: boolean
  goTo: (url: string) => void
  /** Where the page that the server has drawn begins. */
  started?: Partial<SignInState> | undefined
}

const initialSignIn: SignInState = {
  step: 'email',
  email: '',
  code: '',
  fromLink: false,
  busy: null,
  problem: null,
  codeSpent: false,
  sentAgain: false,
}

/** Rule I2: an address is exchanged for a code, the code for a session. */
export function createSignInStore({ api, wait, next, again, goTo, started }: SignInOptions) {
  const initial: SignInState = { ...initialSignIn, ...started }
  const state = createStore(initial)
  const change = (part: Partial<SignInState>) => state.set({ ...state.get(), ...part })

  async function sendCode(email: string) {
    const { step, busy } = state.get()
    if (busy || wait.get() > 0) return
    change({ email, busy: 'send', problem: null, sentAgain: false })
    const query = `?next=${encodeURIComponent(next)}`
    const result = await postApi(api, sendCodePath, { email, type: 'sign-in' }, query)
    if (result.ok) {
      wait.start(resendSeconds)
      state.set({ ...initialSignIn, step: 'code', email, sentAgain: step === 'code' })
    } else {
      // A mailbox that got enough mails is no reason to keep other addresses waiting.
      const isAboutMailbox = result.code === tooManyMails
      if (result.retryAfterSeconds && !isAboutMailbox) wait.start(result.retryAfterSeconds)
      change({ busy: null, problem: { at: step, text: result.error } })
    }
  }

  async function verify() {
    const { email, code, link, busy } = state.get()
    if (busy) return
    change({ busy: 'verify', problem: null, sentAgain: false })
    const result = await postApi(api, codeSignInPath, {
      email,
      otp: code,
      ...(link && { link }),
    })
    // Still busy afterwards: the browser is on its way.
    if (result.ok) goTo(next)
    else refuseCode(result)
  }

  function refuseCode(result: ApiRefusal) {
    const codeSpent = isCodeSpent(result)
    change({
      busy: null,
      problem: { at: 'code', text: result.error },
      codeSpent,
      ...((codeSpent || isCodeWrong(result)) && { code: '', fromLink: false, link: undefined }),
    })
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    /** The state that the server has drawn. */
    initial,
    /** Where forms are posted before the script has come, and without it. */
    paths: { signIn: signInPathTo(next, again), code: codePathTo(next, again) },
    sendCode,
    /** As typed or pasted by a person; the sixth digit submits. */
    enterCode(text: string) {
      const code = codeDigits(text)
      if (state.get().busy || code === state.get().code) return
      change({ code, link: undefined })
      if (code.length === 6) void verify()
    },
    verify,
    useAnotherAddress() {
      wait.clear()
      state.set({ ...initialSignIn, email: state.get().email })
    },
    /** From the link in the mail. Nothing is submitted: mail scanners open links too. */
    fillIn: (mailed: Mailed) => state.set({ ...initialSignIn, step: 'code', ...mailed, fromLink: true }),
    async startProvider(id: string) {
      if (state.get().busy) return
      change({ busy: id, problem: null })
      // Back to this page either way: it knows the way on to `next`, and it can say what went wrong.
      const page = signInPathTo(next, again)
      const result = await postApi(api, providerSignInPath, {
        provider: id,
        callbackURL: page,
        errorCallbackURL: page,
      })
      const url = result.ok ? textField(result.body, 'url') : null
      if (url) return goTo(url)
      const text = result.ok ? providerErrorSentence('') : result.error
      change({ busy: null, problem: { at: 'provider', text } })
    },
    showProviderError: (code: string) =>
      change({ problem: { at: 'provider', text: providerErrorSentence(code) } }),
    reset() {
      wait.clear()
      state.set(initial)
    },
  }
}
