import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ShareImageContent } from './share-image-svg.ts'

const limitMs = 60_000

/** A thread that ends: what the renderer takes of memory goes with it. */
export function drawInWorker(content: ShareImageContent): Promise<Uint8Array> {
  // Beside this in dist/server/.
  const worker = new Worker(fileURLToPath(new URL('share-image-worker.js', import.meta.url)), {
    workerData: content,
  })
  const limit = setTimeout(() => void worker.terminate(), limitMs)
  return new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The thread ended with ${code} and no image.`)))
  }).finally(() => clearTimeout(limit))
}
