/** A tile of the longest entries is far smaller. */
const bytesAtMost = 1_048_576

/**
 * A `fetch` for servers that nobody trusts: follows no redirect, which could lead into the network of whoever verifies, and reads
 * no more than a log can have in one file, however small it was on the wire.
 */
export async function fetchFromStranger(
  address: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const { status, body } = await fetch(address, { ...init, redirect: 'manual' })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > bytesAtMost) throw new RangeError(`${String(address)} is longer than ${bytesAtMost} bytes`)
    chunks.push(chunk)
  }
  return new Response(status === 200 ? new Blob(chunks) : null, { status })
}
