import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageFrame } from './page-frame.tsx'

test.each([true, false])('the mark of the test mode is there only in it: %s', (testMode) => {
  const html = renderToStaticMarkup(
    <PageFrame site={{ product: { name: 'Fairseat' }, footer: {}, testMode }}>Page</PageFrame>,
  )
  expect(html.includes('Test mode')).toBe(testMode)
  expect(html.includes('no real money moves')).toBe(testMode)
})
