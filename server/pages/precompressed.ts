import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

interface Variant {
  body: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
  /** For who has it already. */
  unchangedHeaders: Record<string, string>
}

/** A body kept in memory as it is, gzipped and with brotli, each with an ETag of its own. */
export interface Precompressed {
  br: Variant
  gzip: Variant
  identity: Variant
}

type Encodings = Record<keyof Precompressed, Uint8Array>

/** As small as it gets: takes its time, so scripts have it done by the build, on all cores. */
export async function compress(content: Uint8Array): Promise<Encodings> {
  const [br, compressed] = await Promise.all([
    promisify(brotliCompress)(content, brotliOptions(content)),
    promisify(gzip)(content, gzipOptions),
  ])
  return { br, gzip: compressed, identity: content }
}

const brotliOptions = (content: Uint8Array) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
  },
})

const gzipOptions = { level: 9 }

/** Compressed when somebody first takes it so: doing it for every page would be a quarter of a start. */
export function precompress(content: string | Uint8Array, headers: Record<string, string>): Precompressed {
  const identity = Buffer.from(content)
  const variant = describeVariants(identity, headers)
  const made: Partial<Precompressed> = {}
  return {
    get br() {
      made.br ??= variant(brotliCompressSync(identity, brotliOptions(identity)), 'br')
      return made.br
    },
    get gzip() {
      made.gzip ??= variant(gzipSync(identity, gzipOptions), 'gzip')
      return made.gzip
    },
    identity: variant(identity),
  }
}

export function readyForAll(
  { identity, br, gzip }: Encodings,
  headers: Record<string, string>,
): Precompressed {
  const variant = describeVariants(identity, headers)
  return { br: variant(br, 'br'), gzip: variant(gzip, 'gzip'), identity: variant(identity) }
}

function describeVariants(identity: Uint8Array, headers: Record<string, string>) {
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return (body: Uint8Array, encoding?: string): Variant => {
    const unchangedHeaders = {
      ...headers,
      etag: `"${tag}${encoding ? `-${encoding}` : ''}"`,
      vary: 'accept-encoding',
    }
    return {
      body: new Uint8Array(body),
      headers: {
        ...unchangedHeaders,
        ...(encoding && { 'content-encoding': encoding }),
        'content-length': String(body.byteLength),
      },
      unchangedHeaders,
    }
  }
}

/** The smallest variant that the client takes, or 304 when it has that one already. */
export function negotiate(content: Precompressed, acceptEncoding: string, ifNoneMatch: string) {
  const { body, headers, unchangedHeaders } = content[preferredEncoding(acceptEncoding)]
  return ifNoneMatch !== '' && hasTag(ifNoneMatch, headers.etag ?? '')
    ? { status: 304, headers: unchangedHeaders, body: null }
    : { status: 200, headers, body }
}

export function respondPrecompressed(content: Precompressed, request: Request, status = 200): Response {
  // A refusal is said each time.
  const ifNoneMatch = status === 200 ? (request.headers.get('if-none-match') ?? '') : ''
  const result = negotiate(content, request.headers.get('accept-encoding') ?? '', ifNoneMatch)
  return new Response(result.body, {
    status: status === 200 ? result.status : status,
    headers: result.headers,
  })
}

/** Browsers send a handful of headers; whoever makes up more only costs himself the shortcut. */
const knownHeaders = new Map<string, keyof Precompressed>()
const maxKnownHeaders = 100

function preferredEncoding(acceptEncoding: string): keyof Precompressed {
  const known = knownHeaders.get(acceptEncoding)
  if (known) return known
  const preferred = readPreference(acceptEncoding)
  if (knownHeaders.size < maxKnownHeaders) knownHeaders.set(acceptEncoding, preferred)
  return preferred
}

function readPreference(acceptEncoding: string): keyof Precompressed {
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

const hasTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.split(',').some((item) => ['*', tag].includes(item.trim().replace(/^W\//, '')))
