import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageFrame } from './page-frame.tsx'

test('a logo stands instead of the name, which it is called by, and has another picture on a dark page', () => {
  const logo = { src: '/assets/logo-1.svg', width: 120, height: 32 }
  const frame = (dark?: typeof logo) =>
    renderToStaticMarkup(
      <PageFrame
        site={{ product: { name: 'Pagelet' }, footer: {}, logo: { ...logo, dark }, testMode: false }}
      >
        Page
      </PageFrame>,
    )
  const image = '<img class="brand-logo" alt="Pagelet" src="/assets/logo-1.svg" width="120" height="32"/>'
  expect(frame()).toContain(`<picture>${image}</picture>`)
  expect(frame()).not.toContain('brand-mark')
  expect(frame({ src: '/assets/logoDark-1.png', width: 60, height: 20 })).toContain(
    `<picture><source media="(prefers-color-scheme: dark)" srcSet="/assets/logoDark-1.png" width="60" height="20"/>${image}</picture>`,
  )
})

test.each([true, false])('the mark of the test mode is there only in it: %s', (testMode) => {
  const html = renderToStaticMarkup(
    <PageFrame site={{ product: { name: 'Fairseat' }, footer: {}, testMode }}>Page</PageFrame>,
  )
  expect(html.includes('Test mode')).toBe(testMode)
  expect(html.includes('no real money moves')).toBe(testMode)
})
