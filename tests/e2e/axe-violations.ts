import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * All rules, on the page at rest: text that still fades in has too little contrast. Without legacy mode axe opens a blank
 * page for each analysis, to merge the results of frames of other origins, which doubles its time; our pages have no frames.
 */
export async function axeViolations(page: Page) {
  if (page.frames().length > 1) throw new Error('A page with frames needs axe without legacy mode.')
  await page.evaluate(async () => {
    const ends = (animation: Animation) =>
      animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    // One that is cancelled has come to its end as well.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    )
  })
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  return (await axe.analyze()).violations
}
