import type { Page } from '@playwright/test'

import { auth } from '../packages/texts/src/ru/auth.ts'
import { login } from '../packages/texts/src/ru/login.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

/*
 * Component tests of apps/web check every message of log-in, registration, password reset and personal page. Here the longest
 * texts, which are the Russian ones, must fit a phone.
 */

test.use({ viewport: { width: 390, height: 844 } })

const words = { ...auth, ...login }
const expectErrorAfterSubmit = async (page: Page, key: keyof typeof words): Promise<void> => {
  await page.locator('main form button[type=submit]').click()
  await expect(page.getByText(words[key]).first(), key).toBeVisible()
}
const expectToFit = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

test('messages of log-in, registration, password reset and personal page fit a phone in Russian', async ({ page }) => {
  for (const [path, error] of [
    // Other pages lead here with these parameters. A failed automatic log-in shakes the form too.
    ['/ru/login?refused&expired&left', 'auth.password_empty'],
    ['/ru/forgot', 'auth.email_invalid'],
    ['/ru/register', 'auth.terms_needed'],
  ] as const) {
    await page.goto(path)
    if (path === '/ru/register') await page.getByRole('combobox').waitFor()
    if (path.includes('refused')) await expect(page.getByRole('alert')).toHaveCSS('animation-name', 'shake')
    await expectErrorAfterSubmit(page, error)
    await expectToFit(page)
  }
  await page.goto(`/ru/reset#${'A'.repeat(43)}`)
  await page.getByRole('alert').waitFor()
  await expectToFit(page)

  await createTrader(page)
  await page.goto('/ru/autologin?email=mia@example.com&password=whatever')
  await page.getByRole('alert').waitFor()
  await expectToFit(page)
  await page.goto('/ru/trading#/show/personal')
  await page.locator('input[name=email]').fill('nobody')
  await expectErrorAfterSubmit(page, 'auth.email_invalid')
  await expectToFit(page)
  await page.goto('/ru/trading#/show/personal/security')
  await page.locator('input[name=new-password]').fill('short')
  await expectErrorAfterSubmit(page, 'auth.password_short')
  await expectToFit(page)
})
