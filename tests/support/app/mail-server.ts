import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A real mail server whose mailboxes hold the newest code of each address, and all subjects. */
export async function startMailServer() {
  const codes = new Map<string, string>()
  const subjects = new Map<string, string[]>()
  const subjectsTo = (email: string): string[] => subjects.get(email) ?? []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        const to = /^To: (.+?)\r?$/m.exec(text)?.[1]
        const subject = /^Subject: (.+?)\r?$/m.exec(text)?.[1] ?? ''
        const code = /^\d{6}(?= )/.exec(subject)?.[0]
        if (to && code) codes.set(to, code)
        if (to) subjects.set(to, [...subjectsTo(to), subject])
        done()
      })
    },
  })
  // A client that is killed while it sends is no reason to end.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    codeFor: (email: string): string => codes.get(email) ?? 'none',
    subjectsTo,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
