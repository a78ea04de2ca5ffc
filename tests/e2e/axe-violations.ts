import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * All rules, on the page at rest: text that still fades in has too little contrast. Without legacy mode axe opens a blank
 * page for each analysis, to merge the results of frames of other origins, which doubles its time; our pages have no frames.
 */
export async function axeViolations(page: Page) {
  if (page.frames().length > 1) throw new Error('A page with frames needs axe without legacy mode.')
  while (true) {
    const motion = await page.evaluateHandle(waitForRest)
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await axe.analyze()
    // A toast that began to fade meanwhile was judged half faded.
    if (!(await motion.evaluate(({ begun }) => begun))) return violations
  }
}

/** In the page: waits until all that moves has come to its end, then tells whether anything has begun to move since. */
async function waitForRest() {
  const moving = () =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .filter(({ playState }) => playState === 'running')
  // One that is cancelled has come to its end as well.
  await Promise.allSettled(moving().map(({ finished }) => finished))
  const motion = { begun: moving().length > 0 }
  for (const event of ['transitionrun', 'animationstart']) {
    document.addEventListener(event, () => Object.assign(motion, { begun: true }), { once: true })
  }
  return motion
}
