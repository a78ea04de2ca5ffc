import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookPath } from '../../../core/billing/contract.ts'
import type { ContentionFleet, ContentionServer } from './server-fleet.ts'

export type Result =
  | { status: number; body: { url?: string; code?: string; [field: string]: unknown } }
  | 'died'

interface Call {
  userId?: string
  body?: string
  signature?: string
}

/** One call of a server that may be killed during the call. */
export async function callServer(server: ContentionServer, path: string, call: Call = {}): Promise<Result> {
  try {
    const response = await fetch(server.url + path, {
      ...(call.body !== undefined && { method: 'POST', body: call.body }),
      headers: {
        'content-type': 'application/json',
        ...(call.userId && { 'x-user': call.userId }),
        ...(call.signature && { 'stripe-signature': call.signature }),
      },
    })
    return { status: response.status, body: (await response.json()) as Exclude<Result, 'died'>['body'] }
  } catch {
    return 'died'
  }
}

/** Where the payment service delivers to: hands each event to any server that is running, as a load balancer does. */
export async function openWebhookBalancer(
  fleet: ContentionFleet,
  random: () => number,
  onResponse: (result: Result) => void,
) {
  const balancer = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      const server = await fleet.pick(random)
      const result = await callServer(server, webhookPath, {
        body: Buffer.concat(chunks).toString(),
        signature: String(request.headers['stripe-signature']),
      })
      onResponse(result)
      response.writeHead(result === 'died' ? 502 : result.status).end()
    })
  })
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    async close() {
      balancer.closeAllConnections()
      await new Promise((resolve) => balancer.close(resolve))
    },
  }
}
