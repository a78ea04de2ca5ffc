import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { checkSignInProvider } from './check-identity.ts'

const patienceMs = 5_000

test('F96 a sign-in provider is fine when its metadata names the issuer that is set, to the last slash', async () => {
  let origin = ''
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ issuer: origin, jwks_uri: `${origin}/keys` })),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await checkSignInProvider(origin, patienceMs)).toBe(`issuer ${origin}`)
  const withSlash = checkSignInProvider(`${origin}/`, patienceMs)
  await expect(withSlash).rejects.toThrow(`its issuer is ${origin}, not`)
  server.closeAllConnections()
  server.close()
})
