import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

interface Variant {
  body: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

/** A body kept in memory as it is, gzipped and with brotli, each with an ETag of its own. */
export interface Negotiated {
  br: Variant
  gzip: Variant
  identity: Variant
}

export function compressForAll(content: string | Uint8Array, headers: Record<string, string>): Negotiated {
  const plain = Buffer.from(content)
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const variant = (body: Uint8Array, encoding?: string): Variant => ({
    body: new Uint8Array(body),
    headers: {
      ...headers,
      ...(encoding && { 'content-encoding': encoding }),
      'content-length': String(body.byteLength),
      etag: `"${tag}${encoding ? `-${encoding}` : ''}"`,
      vary: 'accept-encoding',
    },
  })
  const brotliOptions = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
    },
  }
  return {
    br: variant(brotliCompressSync(plain, brotliOptions), 'br'),
    gzip: variant(gzipSync(plain, { level: 9 }), 'gzip'),
    identity: variant(plain),
  }
}

/** The smallest variant the client takes, or 304 when it has that one already. */
export function respondNegotiated(content: Negotiated, request: Request, status = 200): Response {
  const { body, headers } = content[preferredEncoding(request.headers.get('accept-encoding') ?? '')]
  if (status === 200 && hasTag(request.headers.get('if-none-match'), headers.etag ?? '')) {
    const { 'content-length': _, 'content-encoding': __, ...rest } = headers
    return new Response(null, { status: 304, headers: rest })
  }
  return new Response(body, { status, headers })
}

function preferredEncoding(acceptEncoding: string): keyof Negotiated {
  const accepted = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((item) => item.trim().split(/\s*;\s*/))
      .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
      .map(([name]) => name),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : 'identity'
}

const hasTag = (ifNoneMatch: string | null, tag: string): boolean =>
  ifNoneMatch?.split(',').some((item) => ['*', tag].includes(item.trim().replace(/^W\//, ''))) ?? false
