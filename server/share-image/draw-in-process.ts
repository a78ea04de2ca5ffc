import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ShareImageContent } from './share-image-svg.ts'

const limitMs = 60_000
const maxBytes = 5_000_000

/** A process that ends: what the renderer takes of memory goes with it. A thread would leave 90 MB behind. */
export function drawInProcess(content: ShareImageContent): Promise<Uint8Array> {
  // Beside this in dist/server/.
  const script = fileURLToPath(new URL('share-image-process.js', import.meta.url))
  const options = { encoding: 'buffer' as const, env: {}, timeout: limitMs, maxBuffer: maxBytes }
  return new Promise((resolve, reject) => {
    const { stdin } = execFile(process.execPath, [script], options, (error, image) =>
      error ? reject(error) : resolve(image),
    )
    // When it has ended early, the callback above is told.
    stdin?.on('error', () => {})
    stdin?.end(JSON.stringify(content))
  })
}
