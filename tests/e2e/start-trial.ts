import { expect, type Page } from '@playwright/test'
import { mailsTo } from './viewer.ts'

/** Signed in and on a trial, at the server of the test unless another is given. */
export async function startTrial(page: Page, email: string, card: string, url = '') {
  await page.goto(`${url}/sign-in?next=/pricing`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const code = page.getByLabel('Six-digit code')
  await expect(code).toBeVisible()
  await code.fill((await mailsTo(page.request, email, url))[0]?.code ?? '')
  await page.waitForURL('**/pricing')
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
