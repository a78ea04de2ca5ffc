import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, inject, test } from 'vitest'
import { createPostgresDatabase } from '../../tests/support/database/create-postgres-database.ts'
import { emptyDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { startChildProcess } from '../../tests/support/processes/child-process.ts'

test('a port that is taken is told in one sentence, and work in the background ends without an error', async () => {
  const taker = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(taker, 'listening')
  const { port } = taker.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const starting = startChildProcess({
    script: 'dist/server/main.js',
    readyUrl: `${url}/healthz`,
    env: {
      PORT: String(port),
      BACKEND_URL: url,
      DATABASE_URL: await createPostgresDatabase(inject('postgresUrl')),
      DATA_DIR: emptyDataFolder(),
    },
  })
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
