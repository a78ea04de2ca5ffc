import { type RefObject, useEffect } from 'react'

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

const gapPx = 8

/** How far a box at rest must rise so that it covers none of the obstacles. */
export function liftAbove(atRest: Box, obstacles: readonly Box[]): number {
  let liftPx = 0
  const fromTheBottomUp = [...obstacles].sort((a, b) => b.bottom - a.bottom)
  for (const obstacle of fromTheBottomUp) {
    const besides = obstacle.right <= atRest.left || obstacle.left >= atRest.right
    const below = obstacle.top >= atRest.bottom - liftPx
    const above = obstacle.bottom <= atRest.top - liftPx
    if (!besides && !below && !above) liftPx = atRest.bottom - (obstacle.top - gapPx)
  }
  return liftPx
}

/** Keeps a fixed element off the page's buttons while it is shown: on a phone a toast must never cover one. */
export function useAvoidOverlap(ref: RefObject<HTMLElement | null>, shown: boolean) {
  useEffect(() => {
    const element = ref.current
    if (!element || !shown) return
    let liftPx = 0
    const place = () => {
      const now = element.getBoundingClientRect()
      const atRest = { left: now.left, right: now.right, top: now.top + liftPx, bottom: now.bottom + liftPx }
      const buttons = [...document.querySelectorAll('main .button')].map((button) =>
        button.getBoundingClientRect(),
      )
      liftPx = liftAbove(atRest, buttons)
      element.style.translate = `0 ${-liftPx}px`
    }
    place()
    addEventListener('scroll', place, { passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place)
      removeEventListener('resize', place)
      element.style.translate = ''
    }
  }, [ref, shown])
}
