import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { startBuiltServer } from '../../tests/support/processes/built-server.ts'
import { findFreePort } from '../../tests/support/processes/free-port.ts'

test('after SIGTERM a connection that is still open hears 503 from /readyz', async () => {
  const port = await findFreePort()
  const server = await startBuiltServer({ port, postgresUrl: inject('postgresUrl') })
  const { url } = server
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  // The request has begun, so the connection is not idle.
  socket.write(`GET /readyz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`)
  // Its bytes are read before those of a request that comes later.
  await fetch(`${url}/healthz`)

  const stopped = server.stop()
  while (await isListening(port)) await sleep(10)
  socket.write('\r\n')
  const [response] = await once(socket, 'data')
  expect(response).toMatch(/^HTTP\/1\.1 503 /)
  await stopped
})

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect').then(
    () => socket.destroy() !== undefined,
    () => false,
  )
}
