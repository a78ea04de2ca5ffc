import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, inject, test } from 'vitest'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'

test('a port that is taken is told in one sentence, and work in the background ends without an error', async () => {
  const taker = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(taker, 'listening')
  const { port } = taker.address() as AddressInfo
  const env = { LOG_LEVEL: 'info' }
  const starting = startBuiltServer({ port, postgresUrl: inject('postgresUrl'), env })
  const { message } = await starting.then(
    () => expect.unreachable(),
    (error: Error) => error,
  )
  taker.close()
  expect(message).toContain('did not start (1)')
  expect(message).toContain(
    `Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
  )
  expect(message).not.toContain('"level":"error"')
})
