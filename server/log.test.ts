import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { createLog, explainInOneLine } from './log.ts'

function logged(error: unknown, plain = false): string {
  const lines: string[] = []
  createLog({ level: 'info', plain, write: (line) => void lines.push(line) }).error({ error }, 'It failed.')
  return lines.join('')
}

test('a line is one JSON object with time, level and message', () => {
  const line = JSON.parse(logged(new Error('Why.')))
  expect(line).toMatchObject({
    time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
    level: 'error',
    msg: 'It failed.',
    error: {
      type: 'Error',
      message: 'Why.',
      stack: expect.arrayContaining([expect.stringMatching(/^ +at /)]),
    },
  })
})

test('a failed query is told with its cause, and without its parameters', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.com) already exists.',
  })
  const line = logged(new DrizzleQueryError('insert into users values ($1)', ['ann', 'secret'], cause))
  expect(JSON.parse(line).error).toMatchObject({
    message: 'Failed query: insert into users values ($1)',
    cause: { code: '23505', message: 'duplicate key' },
  })
  expect(line).not.toMatch(/ann|secret/)
})

test.each([
  ['an e-mail address', '550 <ann.lee+x@mail.example.com> is not here', /ann|example/],
  ['a code', 'code 123456 is wrong', /123456/],
  ['a card', 'card 4242 4242 4242 4242 was declined', /4242/],
  ['a card in one', 'card 4242424242424242 was declined', /4242/],
  ['a session token', 'token q8jVfQeS8nqQyXx3m0lq1cV7u2XbCd9E', /q8jV/],
  ['a key of the payment service', 'Invalid API key sk_test_51Habc', /51H/],
  ['a payment page', 'No such session cs_test_a1b2c3', /a1b2/],
])('%s in an error is taken out', (_what, message, secret) => {
  for (const line of [
    logged(new Error(message)),
    logged(message),
    logged(new Error('x', { cause: message })),
  ]) {
    expect(line).not.toMatch(secret)
    expect(line).toMatch(/\[(e-mail|number|token|key)\]/)
  }
})

test('at a terminal it reads as sentences', () => {
  const text = logged(new Error('Outside.', { cause: new Error('Inside.') }), true)
  expect(text).toMatch(/^error: It failed\.\n {2}Outside\.\n +at .+\n[\s\S]* {2}Inside\.\n/)
  expect(text.endsWith('\n')).toBe(true)
})

describe('F43: an AggregateError', () => {
  const failures = [
    new Error('Refund of ann@example.com refused.', { cause: new Error('Charge disputed.') }),
    new AggregateError([new Error('Deep.')], 'Inner.'),
    'a text',
  ]
  const error = new Error('Outside.', { cause: new AggregateError(failures, 'Some refunds failed.') })

  test.each([false, true])('is logged with all of its reasons, scrubbed; plain: %s', (plain) => {
    const line = logged(error, plain)
    for (const reason of ['Some refunds failed.', 'Charge disputed.', 'Deep.', 'a text'])
      expect(line).toContain(reason)
    expect(line).toContain('Refund of [e-mail] refused.')
  })

  test('of very many reasons the first twenty are told, and how many more there are', () => {
    const many = new AggregateError(
      Array.from({ length: 5_000 }, (_, n) => new Error(`Reason ${n}.`)),
      'Many.',
    )
    const line = logged(many)
    expect(line).toContain('Reason 19.')
    expect(line).not.toContain('Reason 20.')
    expect(line).toContain('and 4980 more')
  })

  test('that holds itself ends', () => {
    const circular = new AggregateError([], 'Circle.')
    circular.errors.push(circular)
    expect(logged(circular)).toContain('Circle.')
  })

  test('is one line for an operator, also without a message of its own', () => {
    const refused = new AggregateError([
      new Error('connect ECONNREFUSED ::1'),
      new Error('connect ECONNREFUSED 127.0.0.1'),
    ])
    expect(explainInOneLine(refused)).toBe(
      'AggregateError; connect ECONNREFUSED ::1; connect ECONNREFUSED 127.0.0.1',
    )
  })

  test('says to an operator why, and not what visitors are told', () => {
    const refused = new AppError('payment-service-down', { cause: new Error('No such price.') })
    expect(explainInOneLine(new AggregateError([refused], 'Two refunds failed.'))).toBe(
      'Two refunds failed.; No such price.',
    )
    expect(explainInOneLine(new AppError('has-lifetime'))).toBe('has-lifetime')
  })
})
