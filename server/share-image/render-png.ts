import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { escapeHtml } from '../escape-html.ts'
import { drawShareImage, type FontWeight, type ShareImageContent } from './share-image-svg.ts'

export interface RenderFiles {
  wasm: Uint8Array<ArrayBuffer>
  /** Inter, regular and bold. */
  fonts: Uint8Array[]
}

let initialised: Promise<void> | undefined

export async function renderShareImage(
  content: ShareImageContent,
  { wasm, fonts }: RenderFiles,
): Promise<Uint8Array> {
  initialised ??= initWasm(wasm)
  await initialised
  const font = { fontBuffers: fonts, defaultFontFamily: 'Inter', loadSystemFonts: false }
  const widths = new Map<string, number>()
  function measure(word: string, weight: FontWeight) {
    const key = `${weight} ${word}`
    const width = widths.get(key) ?? measureWord(word, weight)
    widths.set(key, width)
    return width
  }
  function measureWord(word: string, weight: FontWeight) {
    const svg = new Resvg(textAlone(word, weight), { font })
    const width = svg.getBBox()?.width ?? 0
    svg.free()
    return width
  }
  const svg = new Resvg(drawShareImage(content, measure), { font })
  const png = svg.render().asPng()
  svg.free()
  return png
}

const textAlone = (word: string, weight: FontWeight) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="200"><text y="100" font-family="Inter" font-size="100" font-weight="${weight}">${escapeHtml(word)}</text></svg>`
