import { expect, test } from 'vitest'
import { findPersonalData } from './find-personal-data.ts'

const request =
  '{"level":"info","time":"2026-11-15T05:03:38.123456Z","id":"00000000-1111-4222-8333-123456789012","method":"GET","route":"/api/auth/sign-in/email-otp","status":200,"ms":1234567.8,"msg":"request"}'

test.each([request, 'Fairseat is at http://127.0.0.1:34567/pricing', '    at start (main.js:123456:7)', ''])(
  '%s tells nothing of anybody',
  (line) => {
    expect(findPersonalData(line)).toEqual([])
  },
)

test.each([
  ['"/sign-in?email=ann@example.com"', 'an e-mail address'],
  ['email=ann%40example.com', 'an e-mail address'],
  ['"code":"123456"', 'a six-digit code'],
  ['otp 123456 is wrong', 'a six-digit code'],
  ['4242424242424242', 'a card or account number'],
  ['4000 0000 0000 0002', 'a card or account number'],
  ['DE89370400440532013000', 'a card or account number'],
  ['fairseat.session_token=x', 'a cookie'],
  ['"cookie":"a=b"', 'a cookie'],
  ['/welcome?session_id=cs_test_a1', 'a key or token'],
  ['whsec_emulator', 'a key or token'],
  ['token q8jVfQeS8nqQyXx3m0lq1cV7u2XbCd9E', 'something opaque and long'],
])('%s is found', (text, what) => {
  expect(findPersonalData(`${request}\n{"msg":${text}}`)).toEqual([
    expect.stringMatching(new RegExp(`^${what}: `)),
  ])
})
