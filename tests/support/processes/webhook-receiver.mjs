// A product's server, in a process of its own so that it can be killed: writes down what it was sent, then takes it.
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const [port, file, secret] = process.argv.slice(2)
const webhook = new Webhook(secret)

createServer(async (request, response) => {
  // Whoever sends may be killed in the middle.
  const body = await text(request).catch(() => null)
  if (body === null) return
  const { data } = webhook.verify(body, request.headers)
  appendFileSync(file, `${data.externalId} ${data.version} ${data.email}\n`)
  response.writeHead(204).end()
}).listen(Number(port), '127.0.0.1')
