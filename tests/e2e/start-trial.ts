import type { Page } from '@playwright/test'
import { signInByApi } from './viewer.ts'

/** Signed in and on a trial. */
export async function startTrial(page: Page, baseURL: string | undefined, email: string, card: string) {
  await signInByApi(page.context(), baseURL, email)
  await page.goto(new URL('/pricing', baseURL).href)
  await page.getByRole('button', { name: 'Upgrade to Monthly' }).click()
  await page.waitForURL('**/c/pay/*')
  const checkout = new URL(page.url())
  await page.getByLabel('Card number').fill(card)
  await page.getByRole('button', { name: 'Start trial' }).click()
  await page.waitForURL('**/welcome?session_id=*')
  const call = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(`${checkout.origin}/v1/${path}`, {
      headers: { authorization: 'Bearer sk_test_emulator' },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    return response.json()
  }
  const { pathname } = checkout
  const session = await call(`checkout/sessions/${pathname.slice(pathname.lastIndexOf('/') + 1)}`)
  return { call, emulatorUrl: checkout.origin, subscription: String(session.subscription) }
}
