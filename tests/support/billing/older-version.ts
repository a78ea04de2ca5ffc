import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stripe as seen by a version of ours that did not exclude bank transfers: its Checkout Sessions may still be paid by one. */
export async function startOlderVersion(stripeUrl: string) {
  const server = createServer((call, answer) => {
    const chunks: Buffer[] = []
    call.on('data', (chunk) => chunks.push(chunk))
    call.on('end', () => {
      const params = new URLSearchParams(Buffer.concat(chunks).toString())
      for (const name of [...params.keys()])
        if (name.startsWith('excluded_payment_method_types')) params.delete(name)
      const body = params.toString()
      const headers = { ...call.headers, 'content-length': String(Buffer.byteLength(body)) }
      const { method } = call
      request(new URL(call.url ?? '/', stripeUrl), { method, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers)
        answered.on('error', () => answer.destroy())
        answered.pipe(answer)
      })
        .on('error', () => answer.destroy())
        .end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
