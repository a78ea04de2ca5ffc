import type { Page } from '@playwright/test'
import axe from 'axe-core'

interface What {
  /** All, unless given. */
  rules?: string[]
  /** A selector: what alone has changed since all of the page was looked at. */
  within?: string
}

/** Those that depend on colours. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** On the page at rest: text that still fades in has too little contrast. */
export async function axeViolations(page: Page, what: What = {}) {
  if (page.frames().length > 1) throw new Error('axe would look at the first frame only.')
  while (true) {
    const motion = await page.evaluateHandle(waitForRest)
    // Once for a document: it is half a megabyte. @axe-core/playwright loads it for each analysis, twice.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
    const violations = await page.evaluate(analyse, what)
    // A toast that began to fade meanwhile was judged half faded.
    if (!(await motion.evaluate(({ begun }) => begun))) return violations
  }
}

/** In light and in dark, without motion. The schemes differ in colours alone: for dark only what depends on these is looked at again. */
export async function axeViolationsInBothSchemes(page: Page, what: What = {}) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await axeViolations(page, what)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await axeViolations(page, { ...what, rules: colourRules })
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  return { light, dark }
}

/** What it returns when all is well. */
export const noViolations = { light: [], dark: [] }

/** In the page. */
async function analyse({ rules, within }: What) {
  const { axe: inPage } = window as never as { axe: typeof axe }
  const options = { resultTypes: ['violations' as const], ...(rules && { runOnly: rules }) }
  return (await inPage.run(within ?? document, options)).violations
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
