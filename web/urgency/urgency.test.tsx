import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createFakeClock } from '../../tests/support/app/fake-clock.ts'
import { SimulatedBanner } from './simulated-banner.tsx'
import { Urgency } from './urgency.tsx'

const atOrigin = createFakeClock(Date.UTC(2025, 5, 7))

test('S2 S3: the banner by itself starts from 30 at the default origin', () => {
  const html = renderToStaticMarkup(<SimulatedBanner price="$89" clock={atOrigin} />)
  expect(html).toContain('30 seats left at $89 — Only 30 spots remaining!')
  expect(html).toContain('Started: 30 seats')
})

test('S3: the wrapper starts from 50 and feeds the banner', () => {
  const html = renderToStaticMarkup(
    <Urgency viewer={{ status: 'signed-out' }} price="$89" clock={atOrigin} />,
  )
  expect(html).toContain('50 seats left')
  expect(html).toContain('Started: 50 seats')
})

test('S2: one seat an hour and never below one, by default', () => {
  const later = createFakeClock(Date.UTC(2025, 5, 7, 5))
  expect(renderToStaticMarkup(<SimulatedBanner price="$89" clock={later} />)).toContain(
    '25 remaining (17% claimed)',
  )
  const muchLater = createFakeClock(Date.UTC(2026, 5, 7))
  expect(renderToStaticMarkup(<SimulatedBanner price="$89" clock={muchLater} />)).toContain(
    '1 remaining (97% claimed)',
  )
})
