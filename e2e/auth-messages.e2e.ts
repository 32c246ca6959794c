import type { Page } from '@playwright/test'

import { auth } from '../packages/texts/src/ru/auth.ts'
import { login } from '../packages/texts/src/ru/login.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { openInNewDocument } from './helpers/page.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

/*
 * Component tests of apps/web check every message of log-in, registration, password reset and personal page. Here the longest
 * texts, which are the Russian ones, must fit a phone.
 */

test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

const words = { ...auth, ...login }
const expectErrorAfterSubmit = async (page: Page, key: keyof typeof words): Promise<void> => {
  await page.locator('main form button[type=submit]').click()
  await expect(page.getByText(words[key]).first(), key).toBeVisible()
}
const expectToFit = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

test('messages of log-in, registration and password reset fit a phone in Russian and pass axe, and shake unless motion is reduced', async ({
  page,
}) => {
  // Other pages lead here with these parameters.
  await page.goto('/ru/login?refused&expired&left')
  const alert = page.getByRole('alert')
  await expect(alert).toHaveCSS('animation-name', 'shake')
  const getDuration = () => alert.evaluate((element) => parseFloat(getComputedStyle(element).animationDuration))
  expect(await getDuration()).toBeLessThanOrEqual(0.001)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await getDuration()).toBeGreaterThan(0.1)
  await expectErrorAfterSubmit(page, 'auth.password_empty')
  await expectToFit(page)
  await expectNoAxeViolationsInBothThemes(page)
  await page.goto('/ru/register')
  await page.locator('input[name=firstName]').focus()
  await page.getByRole('combobox').waitFor()
  await expectErrorAfterSubmit(page, 'auth.terms_needed')
  await expectToFit(page)
  await expectNoAxeViolationsInBothThemes(page)
  await page.goto('/ru/forgot')
  await expectErrorAfterSubmit(page, 'auth.email_invalid')
  await expectToFit(page)
  await expectNoAxeViolations(page)
  await page.goto(`/ru/reset#${'A'.repeat(43)}`)
  await alert.waitFor()
  await expectToFit(page)
})

test('messages of the personal page and of an automatic log-in fit a phone in Russian and pass axe', async ({
  page,
}) => {
  await createTrader(page, { language: 'ru' })
  await page.goto('/ru/autologin?email=mia@example.com&password=whatever')
  await page.getByRole('alert').waitFor()
  await expectToFit(page)
  await openInNewDocument(page, '/ru/trading#/show/personal')
  await page.getByRole('button', { name: 'Изменить: Эл. почта' }).click()
  await page.locator('input[name=email]').fill('nobody')
  await expectErrorAfterSubmit(page, 'auth.email_invalid')
  await expectToFit(page)
  await expectNoAxeViolationsInBothThemes(page)
  await page.goto('/ru/trading#/show/personal/security')
  await page.getByRole('button', { name: 'Изменить: Пароль' }).click()
  await page.locator('input[name=new-password]').fill('short')
  await expectErrorAfterSubmit(page, 'auth.password_short')
  await expectToFit(page)
  await expectNoAxeViolations(page)
})
