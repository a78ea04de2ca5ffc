import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['Ann@Example.com', 'ann@example.com'],
  ['ann+shop@example.com', 'ann@example.com'],
  ['ann+a+b@example.com', 'ann@example.com'],
  ['a.nn@example.com', 'a.nn@example.com'],
  ['a.n.n+x@gmail.com', 'ann@gmail.com'],
  ['A.nn@GoogleMail.com', 'ann@gmail.com'],
  ['a.nn@notgmail.com', 'a.nn@notgmail.com'],
])('F57: mail to %s is counted for %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
