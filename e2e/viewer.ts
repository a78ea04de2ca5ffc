import type { Page } from '@playwright/test'

export type TestViewer =
  | 'signed out'
  | 'loading'
  | 'lookup fails'
  | 'free'
  | 'monthly'
  | 'lifetime'
  | 'plan not known'

/** Shows the page to a viewer by answering its two questions; signing in for real has tests of its own. */
export async function viewAs(page: Page, baseURL: string | undefined, viewer: TestViewer) {
  if (viewer === 'signed out') return
  await page.context().addCookies([{ name: 'fairseat_hint', value: '1', url: baseURL ?? '' }])
  if (viewer === 'loading') {
    await page.route('**/api/{auth/get-session,subscription}', () => {})
    return
  }
  await page.route('**/api/auth/get-session', (route) => route.fulfill({ json: { user: { id: 'user-1' } } }))
  await page.route('**/api/subscription', (route) =>
    viewer === 'lookup fails'
      ? route.fulfill({ status: 503, json: { error: 'down' } })
      : route.fulfill({ json: { plan: viewer === 'plan not known' ? null : viewer } }),
  )
}
