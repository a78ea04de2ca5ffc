import { createHash } from 'node:crypto'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import type { LoadedBrand } from '../brand/load-brand.ts'
import type { Log } from '../log.ts'
import { type Precompressed, precompress } from '../pages/precompressed.ts'
import { shareImageContent } from './share-image-content.ts'
import { isDrawable, type ShareImageContent } from './share-image-svg.ts'

export type DrawShareImage = (content: ShareImageContent) => Promise<Uint8Array>

interface ShareImagesDeps {
  /** Without it there are no images. */
  draw: DrawShareImage | undefined
  brand: LoadedBrand | undefined
  log: Log
}

/** Counted up when an image of the same content looks different. */
const design = 1
const retryMs = 60_000

/** The image that messengers show of /pricing: one for each price, drawn when somebody first requests it. */
export function createShareImages({ draw, brand, log }: ShareImagesDeps) {
  const contents = new Map<string, ShareImageContent>()
  const drawing = new Map<string, Promise<Precompressed | undefined>>()
  const drawn = new Map<string, Precompressed>()

  async function drawOnce(path: string, content: ShareImageContent, draw: DrawShareImage) {
    try {
      const { identity } = precompress(await draw(content), {
        'content-type': 'image/png',
        // The name carries a hash of what is in it: it never changes.
        'cache-control': 'public, max-age=31536000, immutable',
      })
      drawn.set(path, { identity, br: identity, gzip: identity })
    } catch (error) {
      log.error({ error }, 'The image for messengers was not drawn.')
      // Not at every request.
      setTimeout(() => drawing.delete(path), retryMs).unref()
    }
    return drawn.get(path)
  }

  return {
    /** The path of the image for a catalogue; none if the font lacks its letters. */
    pathFor(catalogue: Catalogue): string | undefined {
      const content = shareImageContent(catalogue, brand)
      if (!draw || !isDrawable(content)) return undefined
      const hash = createHash('sha256')
        .update(JSON.stringify([design, content]))
        .digest('base64url')
      const path = `/assets/share-${hash.slice(0, 12)}.png`
      contents.set(path, content)
      return path
    },
    /** If it was drawn already. */
    find: (path: string) => drawn.get(path),
    /** All who ask meanwhile share one drawing. */
    async read(path: string): Promise<Precompressed | undefined> {
      const content = contents.get(path)
      if (!draw || !content) return undefined
      const result = drawing.get(path) ?? drawOnce(path, content, draw)
      drawing.set(path, result)
      return result
    },
  }
}
