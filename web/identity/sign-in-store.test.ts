import { describe, expect, test } from 'vitest'
import { createResendWait } from '../../core/identity/resend-wait.ts'
import { safeNext } from '../../core/identity/safe-next.ts'
import { createFakeClock } from '../../tests/support/app/fake-clock.ts'
import { createSignInStore } from './sign-in-store.ts'

/** The sign-in of a page whose server gives the answers in turn. */
function openSignIn(...answers: [status: number, body: object, headers?: Record<string, string>][]) {
  const clock = createFakeClock()
  const wait = createResendWait(clock)
  const calls: { path: string; body: unknown }[] = []
  const wentTo: string[] = []
  const store = createSignInStore({
    api: async (path, init) => {
      calls.push({ path, body: init?.body })
      const answer = answers.shift()
      if (!answer) throw new TypeError('Failed to fetch')
      const [status, body, headers = {}] = answer
      return Response.json(body, { status, headers })
    },
    wait,
    next: safeNext('/account'),
    goTo: (url) => wentTo.push(url),
  })
  return { clock, wait, calls, wentTo, store }
}

const sent: [number, object] = [200, { success: true }]
const signedIn: [number, object] = [200, { user: { id: 'user-1' } }]
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('signing in', () => {
  test('I1 I2: an address is exchanged for a code, the code for a session, then on to next', async () => {
    const { store, calls, wentTo } = openSignIn(sent, signedIn)
    await store.sendCode('ann@example.com')
    expect(store.get()).toMatchObject({ step: 'code', email: 'ann@example.com', code: '' })
    store.enterCode('12345')
    expect(calls).toHaveLength(1)
    store.enterCode('123456')
    await settle()
    expect(calls).toEqual([
      {
        path: '/api/auth/email-otp/send-verification-otp?next=%2Faccount',
        body: { email: 'ann@example.com', type: 'sign-in' },
      },
      { path: '/api/auth/sign-in/email-otp', body: { email: 'ann@example.com', otp: '123456' } },
    ])
    expect(wentTo).toEqual(['/account'])
    expect(store.get().busy).toBe('verify')
  })

  test.each(['123 456', '123-456', ' 123456\n', 'Your code is 123456.'])(
    '%j pasted is a code',
    async (text) => {
      const { store, wentTo } = openSignIn(sent, signedIn)
      await store.sendCode('ann@example.com')
      store.enterCode(text)
      await settle()
      expect(wentTo).toEqual(['/account'])
    },
  )

  test('a code from the link waits for the button, even when the field is touched', async () => {
    const { store, calls, wentTo } = openSignIn(signedIn)
    store.fillIn({ email: 'ann@example.com', code: '123456' })
    store.enterCode('123456')
    await settle()
    expect(calls).toEqual([])
    await store.verify()
    expect(wentTo).toEqual(['/account'])
  })

  test('F57: the link of a mail counts with its key, in any browser, but not for another code', async () => {
    const { store, calls } = openSignIn(signedIn)
    store.fillIn({ email: 'ann@example.com', code: '123456', link: 'a-key' })
    await store.verify()
    expect(calls[0]?.body).toEqual({ email: 'ann@example.com', otp: '123456', link: 'a-key' })
    const other = openSignIn(signedIn)
    other.store.fillIn({ email: 'ann@example.com', code: '123456', link: 'a-key' })
    other.store.enterCode('654321')
    await settle()
    expect(other.calls[0]?.body).toEqual({ email: 'ann@example.com', otp: '654321' })
  })

  test('F57: a mailbox that got enough mails does not keep another address waiting', async () => {
    const refused = { error: 'Open the link.', code: 'too-many-mails' }
    const { store, wait } = openSignIn([429, refused, { 'retry-after': '3000' }], sent)
    await store.sendCode('ann@example.com')
    expect([store.get().problem, wait.get()]).toEqual([{ at: 'email', text: 'Open the link.' }, 0])
    await store.sendCode('bob@example.com')
    expect(store.get()).toMatchObject({ step: 'code', email: 'bob@example.com' })
  })

  test('a second submit while one runs is dropped', async () => {
    const { store, calls } = openSignIn(sent, signedIn)
    await Promise.all([store.sendCode('ann@example.com'), store.sendCode('ann@example.com')])
    store.enterCode('123456')
    store.enterCode('654321')
    await Promise.all([store.verify(), store.verify()])
    expect(calls).toHaveLength(2)
  })

  test('a wrong code is cleared with the server’s sentence', async () => {
    const { store } = openSignIn(sent, [400, { error: 'Not right.', code: 'code-wrong' }])
    await store.sendCode('ann@example.com')
    store.enterCode('123456')
    await settle()
    expect(store.get()).toMatchObject({
      code: '',
      busy: null,
      codeSpent: false,
      problem: { at: 'code', text: 'Not right.' },
    })
  })

  test.each([
    [400, 'code-expired'],
    [403, 'code-spent'],
  ])('%i %s calls for a new code', async (status, code) => {
    const { store } = openSignIn(sent, [status, { error: 'Ask for a new one.', code }], sent)
    await store.sendCode('ann@example.com')
    store.enterCode('123456')
    await settle()
    expect(store.get()).toMatchObject({ code: '', codeSpent: true, problem: { text: 'Ask for a new one.' } })
  })

  test('without a network the code stays for another try', async () => {
    const { store } = openSignIn(sent)
    await store.sendCode('ann@example.com')
    store.enterCode('123456')
    await settle()
    expect(store.get()).toMatchObject({ code: '123456', busy: null })
    expect(store.get().problem?.text).toMatch(/couldn’t reach/)
  })

  test('a new code can be asked for after 30 s, or after what Retry-After says', async () => {
    const { clock, wait, store, calls } = openSignIn(sent, sent, [
      429,
      { error: 'Wait.' },
      { 'retry-after': '90' },
    ])
    await store.sendCode('ann@example.com')
    await store.sendCode('ann@example.com')
    expect(calls).toHaveLength(1)
    clock.advance(30_000)
    await store.sendCode('ann@example.com')
    expect(store.get()).toMatchObject({ step: 'code', sentAgain: true })
    clock.advance(30_000)
    await store.sendCode('ann@example.com')
    expect(wait.get()).toBe(90)
    expect(store.get()).toMatchObject({ step: 'code', problem: { at: 'code', text: 'Wait.' } })
  })

  test('another address need not wait, and finds the first one in the field', async () => {
    const { store, wait } = openSignIn(sent)
    await store.sendCode('ann@example.com')
    store.useAnotherAddress()
    expect(wait.get()).toBe(0)
    expect(store.get()).toMatchObject({ step: 'email', email: 'ann@example.com' })
  })

  test('a provider is given this page to come back to, and only one is started', async () => {
    const { store, calls, wentTo } = openSignIn([200, { url: 'https://id.example/authorize' }])
    await Promise.all([store.startProvider('acme'), store.startProvider('acme')])
    expect(calls).toEqual([
      {
        path: '/api/auth/sign-in/social',
        body: {
          provider: 'acme',
          callbackURL: '/sign-in?next=%2Faccount',
          errorCallbackURL: '/sign-in?next=%2Faccount',
        },
      },
    ])
    expect(wentTo).toEqual(['https://id.example/authorize'])
  })

  test('a provider that fails is said at its button', async () => {
    const { store } = openSignIn([502, { error: 'Acme is down.' }], [200, {}])
    await store.startProvider('acme')
    expect(store.get()).toMatchObject({ busy: null, problem: { at: 'provider', text: 'Acme is down.' } })
    await store.startProvider('acme')
    expect(store.get().problem?.text).toMatch(/didn’t work/)
    store.showProviderError('access_denied')
    expect(store.get().problem?.text).toMatch(/cancelled/)
  })
})
