import { readFileSync } from 'node:fs'
import { json } from 'node:stream/consumers'
import { renderShareImage } from './render-png.ts'
import type { ShareImageContent } from './share-image-svg.ts'

// A process of its own (draw-in-process.ts): what to draw comes in, a PNG goes out. The build leaves the files beside it.

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

json(process.stdin).then(async (content) => {
  const files = { wasm: read('resvg.wasm'), fonts: ['inter-regular.ttf', 'inter-bold.ttf'].map(read) }
  process.stdout.write(await renderShareImage(content as ShareImageContent, files))
})
