import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import type { OurPage } from './our-page.ts'

/** With brotli at its best, as the server delivers. */
function compressedBytes(content: string | Uint8Array): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  return brotliCompressSync(content, { params }).byteLength
}

export interface PageBytes {
  html: number
  css: number
  script: number
  requests: number
}

export const ourBytes = ({ html, css, scripts }: OurPage): PageBytes => ({
  html: html.br.body.byteLength,
  css: compressedBytes(css),
  script: scripts.reduce((sum, { br }) => sum + br.body.byteLength, 0),
  requests: 1 + scripts.length,
})

/** Of a page whose styles are inlined. */
export function fileBytes(htmlFile: string, scriptFiles: string[]): PageBytes {
  const html = readFileSync(htmlFile, 'utf8')
  return {
    html: compressedBytes(html),
    css: compressedBytes(/<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''),
    script: scriptFiles.reduce((sum, file) => sum + compressedBytes(readFileSync(file)), 0),
    requests: 1 + scriptFiles.length,
  }
}
