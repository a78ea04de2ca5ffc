import { accentShades, accentsOf } from '../../core/brand/accent.ts'
import type { Catalogue } from '../../core/plans/catalogue.ts'
import { textIn } from '../../core/plans/currency-texts.ts'
import { planCards } from '../../core/plans/plan-card.ts'
import type { LoadedBrand } from '../brand/load-brand.ts'
import type { ShareImageContent } from './share-image-svg.ts'

/** Of web/ui/tokens.css. */
const ownRadius = 10

export function shareImageContent(catalogue: Catalogue, brand: LoadedBrand | undefined): ShareImageContent {
  return {
    name: catalogue.product.name,
    logo: logoOf(brand),
    headline: catalogue.headline,
    // The year shares the card of the month.
    plans: planCards(catalogue)
      .filter(({ id }) => id !== 'yearly')
      .map(({ id, name, price, period }) => ({
        name,
        price: textIn(price, catalogue.currency),
        period,
        isFeatured: id === 'lifetime',
      })),
    accent: accentShades(accentsOf(catalogue.brand).light, 'light'),
    radius: (catalogue.brand?.radius ?? ownRadius) * 1.6,
  }
}

function logoOf(brand: LoadedBrand | undefined): ShareImageContent['logo'] {
  if (!brand?.logoFile) return undefined
  const { content, type, width, height } = brand.logoFile
  const mediaType = type === 'svg' ? 'image/svg+xml' : `image/${type}`
  return { dataUrl: `data:${mediaType};base64,${content.toString('base64')}`, width, height }
}
