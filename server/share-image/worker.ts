import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { renderShareImage } from './render-png.ts'

// A thread of its own (draw-in-worker.ts). The build leaves the files beside it.

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

parentPort?.postMessage(
  await renderShareImage(workerData, {
    wasm: read('resvg.wasm'),
    fonts: ['inter-regular.ttf', 'inter-bold.ttf'].map(read),
  }),
)
