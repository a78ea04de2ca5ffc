import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { SmtpUrl } from '../secure-url.ts'
import { createSmtpMailer, smtpOptions } from './smtp-mailer.ts'

let server: SMTPServer | undefined
afterEach(() => new Promise<void>((done) => (server ? server.close(() => done()) : done())))

async function startMailServer(received: string[], accept = true): Promise<SmtpUrl> {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(accept ? null : new Error('550 no such mailbox')),
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return SmtpUrl.parse(`smtp://127.0.0.1:${address.port}`)
}

const mail = {
  to: 'ann@example.com',
  language: 'en' as const,
  subject: '123456 is your sign-in code',
  text: 'Your code is 123456.',
  code: '123456',
  link: 'http://shop.test/sign-in',
  html: '<p>Your code is <b>123456</b>.</p>',
}

test('a mail reaches a real mail server as it was written', async () => {
  const received: string[] = []
  await createSmtpMailer(await startMailServer(received), 'Shop <hello@shop.test>').send(mail)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatch(/^From: Shop <hello@shop\.test>\r?$/m)
  expect(received[0]).toMatch(/^To: ann@example\.com\r?$/m)
  expect(received[0]).toMatch(/^Subject: 123456 is your sign-in code\r?$/m)
  expect(received[0]).toContain('Your code is 123456.')
})

test('it has the same as HTML, with the logo inside', async () => {
  const received: string[] = []
  const logo = Uint8Array.from([137, 80, 78, 71])
  await createSmtpMailer(await startMailServer(received), 'Shop <hello@shop.test>').send({ ...mail, logo })
  expect(received[0]).toMatch(/^Content-Type: text\/html; charset=utf-8\r?$/m)
  expect(received[0]).toContain('<p>Your code is <b>123456</b>.</p>')
  expect(received[0]).toMatch(/^Content-Type: image\/png; name=logo\.png\r?$/m)
  expect(received[0]).toMatch(/^Content-Id: <logo>\r?$/im)
})

test('M8: a reminder names where it can be declined by one click, and has an id of its own', async () => {
  const received: string[] = []
  const unsubscribeUrl = 'https://shop.test/api/billing/unsubscribe?user=ann&token=t'
  const mailer = createSmtpMailer(await startMailServer(received), 'Shop <hello@shop.test>')
  await mailer.send({ ...mail, messageId: '<notice@shop.test>', unsubscribeUrl })
  const unfolded = received[0]?.replace(/\r?\n[ \t]+/g, ' ')
  expect(unfolded).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`)
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(unfolded).toContain('Message-ID: <notice@shop.test>')
  await mailer.send(mail)
  expect(received[1]).not.toContain('List-Unsubscribe')
})

test('a mail that the server refuses, or no server at all, is an error and not a silence', async () => {
  const refusing = createSmtpMailer(await startMailServer([], false), 'hello@shop.test')
  await expect(refusing.send(mail)).rejects.toThrow(/550/)
  await expect(
    createSmtpMailer(SmtpUrl.parse('smtp://127.0.0.1:1'), 'hello@shop.test').send(mail),
  ).rejects.toThrow()
})

test('a mail server that takes the connection and says nothing is given up', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const sending = createSmtpMailer(SmtpUrl.parse(`smtp://127.0.0.1:${port}`), 'hello@shop.test').send(mail)
  await expect(sending).rejects.toThrow('Greeting never received')
  silent.close()
})

describe('F93: a mail server on another machine', () => {
  test.each<[string, boolean]>([
    ['smtp://mail.example', true],
    ['smtp://user:password@10.0.0.7:587', true],
    ['smtp://localhost.example', true],
    ['smtp://127.0.0.1.example', true],
    ['smtps://mail.example', true],
    ['smtp://127.0.0.1:25', false],
    ['smtp://[::1]:25', false],
    ['smtp://localhost', false],
  ])('%s: must encrypt is %s', (url, requireTLS) => {
    expect(smtpOptions(SmtpUrl.parse(url)).requireTLS).toBe(requireTLS)
  })

  test.each([
    '?requireTLS=false',
    '?ignoreTLS=true',
    '?tls.rejectUnauthorized=false',
    '#x',
    '/?secure=false',
  ])('has no option %s in its address', (options) => {
    expect(SmtpUrl.safeParse(`smtps://mail.example${options}`).success).toBe(false)
  })

  test('gets neither a mail nor a password when it has no STARTTLS, and the error says why', async () => {
    const received: string[] = []
    const { port } = new URL(await startMailServer(received))
    // An address of this machine that does not look like it.
    const elsewhere = SmtpUrl.parse(`smtp://user:password@[::ffff:127.0.0.1]:${port}`)
    await expect(createSmtpMailer(elsewhere, 'hello@shop.test').send(mail)).rejects.toThrow(
      /SMTP_URL does not encrypt by TLS/,
    )
    expect(received).toEqual([])
  })
})
