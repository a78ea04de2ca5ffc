import { expect, test } from 'vitest'
import { safeNext } from '../../core/identity/safe-next.ts'
import { signInPathTo } from '../../core/identity/sign-in-paths.ts'
import { readSignInParams } from './sign-in-params.ts'

test('I1: the address gives where to go on, only on this site', () => {
  expect(readSignInParams({ search: '?next=/account', hash: '' }).next).toBe('/account')
  expect(readSignInParams({ search: '?next=%2Faccount%3Fx%3D1%23y', hash: '' }).next).toBe('/account?x=1#y')
  expect(readSignInParams({ search: '?next=//evil.example', hash: '' }).next).toBe('/pricing')
  expect(readSignInParams({ search: '?next=%2F%09%2Fevil.example', hash: '' }).next).toBe('/pricing')
  expect(readSignInParams({ search: '', hash: '' }).next).toBe('/pricing')
})

test('a product can ask for another sign-in', () => {
  expect(readSignInParams({ search: '?next=/account&again=1', hash: '' }).again).toBe(true)
  for (const search of ['', '?again', '?again=0', '?next=/x?again=1'])
    expect(readSignInParams({ search, hash: '' }).again).toBe(false)
})

test('the link in the mail gives address and code', () => {
  const { mailed } = readSignInParams({ search: '?next=/', hash: '#email=ann%2Bx%40example.com&code=012345' })
  expect(mailed).toEqual({ email: 'ann+x@example.com', code: '012345' })
})

test('F57: the link in the mail gives the key that makes it work in any browser', () => {
  const { mailed } = readSignInParams({
    search: '',
    hash: '#email=a%40b.example&code=012345&key=id.signature',
  })
  expect(mailed).toEqual({ email: 'a@b.example', code: '012345', link: 'id.signature' })
})

test.each(['#email=a@b.example', '#code=123456', '#email=a@b.example&code=12345x', '#section', ''])(
  'the fragment %j is no link from a mail',
  (hash) => {
    expect(readSignInParams({ search: '', hash }).mailed).toBeNull()
  },
)

test('I1: the way back to the page keeps where to go on, whatever is in it', () => {
  const next = safeNext("/account?x=1&y='(~)*!#z")
  const path = signInPathTo(next)
  expect(path).toMatch(/^\/sign-in\?next=[\w\-.%]+$/)
  expect(readSignInParams(new URL(path, 'https://site.example')).next).toBe(next)
})
