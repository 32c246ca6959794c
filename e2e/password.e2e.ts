import type { Page } from '@playwright/test'

import { expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { addFault, extractLink, waitForMails } from './helpers/sandbox.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader, fillLogin } from './helpers/trader.ts'

const newPassword = 'nine purple elephants'
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'light', locale: 'ru-RU' } as const

async function submitNewPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.locator('input[name=new-password]').fill(password)
  await page.locator('input[name=repeat-password]').fill(repeated)
  await page.locator('main form button[type=submit]').click()
}

test('a forgotten password can be reset once by the mailed link', async ({ page }) => {
  const pageErrors = collectPageErrors(page)
  const trader = await createTrader(page)
  await page.context().clearCookies()
  await page.goto('/en/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Enter an e-mail like')).toBeVisible()
  await expect(page.locator('input[name=email]')).toBeFocused()
  await page.keyboard.type(trader.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'If there is an account with this e-mail' })).toBeVisible()
  await expectNoAxeViolations(page)

  const link = extractLink((await waitForMails(trader.email))[0])
  expect(link).toContain('/en/reset#')
  await page.goto(link)
  await expect(page.locator('input[name=new-password]')).toBeVisible()
  await expect(page).not.toHaveURL(/#/)
  await submitNewPassword(page, 'short')
  await expect(page.locator('input[name=new-password]')).toBeFocused()
  await submitNewPassword(page, newPassword, 'nine purple elephant')
  await expect(page.getByText('The passwords don’t match.')).toBeVisible()
  await expect(page.locator('input[name=repeat-password]')).toBeFocused()
  await expectNoAxeViolations(page)
  await submitNewPassword(page, newPassword)
  await page.waitForURL('**/en/login?changed')
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  await fillLogin(page, { email: trader.email, password: newPassword })
  await page.waitForURL('**/en/trading**')
  expect((await waitForMails(trader.email, 2))[0]?.subject).toBe('Your password was changed')

  await page.goto(link)
  await expect(page.getByText('it has been used, is older than 30 minutes')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
  expect(pageErrors).toEqual([])
})

test.describe('on a phone, in Russian, light theme', () => {
  test.use(phone)

  test('a reset link is mailed once the mail server is up again, and an expired link says so', async ({ page }) => {
    const trader = await createTrader(page)
    await page.context().clearCookies()
    await addFault({ on: 'mail', ref: trader.email, act: 'error', times: 2 })
    await page.goto('/ru/forgot')
    await page.locator('main h1').waitFor()
    await expectNoAxeViolations(page)
    await page.locator('input[name=email]').fill(trader.email)
    await page.getByRole('button', { name: 'Прислать ссылку' }).click()
    await expect(page.getByText('Если счёт с таким адресом есть')).toBeVisible()
    const [mail] = await waitForMails(trader.email)
    expect(mail?.subject).toBe('Choose a new password')
    expect(extractLink(mail)).toContain('/ru/reset#')
    await queryDatabase(`update password_resets set expires_at = now() - interval '1 second' where user_id = $1`, [
      trader.id,
    ])
    await page.goto(extractLink(mail))
    await expect(page.getByText('Ссылка больше не действует')).toBeVisible()
    await expectNoAxeViolations(page)
  })

  test('changing the password shows its messages and ends all other sessions', async ({ page, browser, baseURL }) => {
    const trader = await createTrader(page)
    const other = await browser.newContext({ baseURL: baseURL ?? '' })
    const far = await other.newPage()
    await far.goto('/en/login')
    await fillLogin(far, trader)
    await far.waitForURL('**/en/trading**')
    await far.locator('main h1').waitFor()

    await page.goto('/ru/trading#/show/personal/security')
    const here = page.getByText('Это устройство')
    await expect(here).toBeVisible()
    await expectNoAxeViolations(page)
    await page.locator('input[name=password]').fill('not this one')
    await submitNewPassword(page, newPassword)
    await expect(page.getByText('Текущий пароль указан неверно.')).toBeVisible()
    await expect(page.locator('input[name=password]')).toBeFocused()
    await submitNewPassword(page, newPassword, 'another')
    await expect(page.getByText('Пароли не совпадают.')).toBeVisible()
    await page.locator('input[name=password]').fill(trader.password)
    await submitNewPassword(page, newPassword)
    await expect(page.getByText('Пароль изменён, на всех других устройствах выполнен выход.')).toBeVisible()
    await far.waitForURL('**/en/login?expired**')
    await expect(here).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    await other.close()
  })
})

test('a new device is announced by mail, listed, and can be signed out alone or with all others', async ({
  page,
  browser,
  baseURL,
}) => {
  const trader = await createTrader(page)
  await queryDatabase(`update users set registered_at = now() - interval '1 day' where id = $1`, [trader.id])
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const far = await other.newPage()
  const enter = async () => {
    await far.goto('/en/login')
    await fillLogin(far, trader)
    await far.waitForURL('**/en/trading**')
    await far.locator('main h1').waitFor()
  }
  await enter()
  const [mail] = await waitForMails(trader.email)
  expect(mail?.subject).toBe('Log-in from a new device')
  expect(mail?.text).toContain('Chrome, Linux')

  await page.goto(extractLink(mail))
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: /^Log out Chrome, Linux/ }).press('Enter')
  await far.waitForURL('**/en/login?expired**')
  await expect(page.getByRole('button', { name: /^Log out Chrome, Linux/ })).toHaveCount(0)
  await expectNoAxeViolations(page)

  await enter()
  expect(await waitForMails(trader.email)).toHaveLength(1)
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay logged in' }).click()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' }).click()
  await page.waitForURL('**/en/login?left')
  await far.waitForURL('**/en/login?expired**')
  await other.close()
})

test('profile errors are shown at their fields, and saved changes appear in other tabs', async ({ page, context }) => {
  const trader = await createTrader(page)
  const taken = 'olivia@demo.example'
  const tab = await context.newPage()
  await tab.goto('/en/trading#/show/personal')
  await page.goto('/en/trading#/show/personal')
  const [email, phoneField] = [page.locator('input[name=email]'), page.locator('input[name=phone]')]
  await email.fill('nobody')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Enter an e-mail like')).toBeVisible()
  await email.fill(taken)
  await page.locator('input[name=password]').fill(trader.password)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('There is already another account')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill(trader.email)
  await phoneField.fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your phone number')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.locator('input[name=password]').fill(trader.password)
  await phoneField.fill('+7 (916) 123-45-67')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(phoneField).toHaveValue('+7 916 123 45 67')
  await expect(tab.locator('input[name=phone]')).toHaveValue('+7 916 123 45 67')
})

test.describe('dark theme', () => {
  test.use({ colorScheme: 'dark' })

  test('axe finds no violations on the promo registration, password reset and personal page', async ({ page }) => {
    const places = [
      ['/en/forgot', 'Send the link'],
      ['/en/#modal-register', 'Promo code'],
    ] as const
    for (const [path, words] of places) {
      await page.goto(path)
      await page.getByText(words).first().waitFor()
      await expectNoAxeViolations(page)
    }
    await createTrader(page)
    // The parts have one title.
    for (const [part, field] of [
      ['', 'input[name=email]'],
      ['/security', 'input[name=new-password]'],
      ['/documents', '#document-passport'],
    ] as const) {
      await page.goto(`/en/trading#/show/personal${part}`)
      await page.locator(field).waitFor()
      await expect(page.getByRole('navigation', { name: 'Sections of your personal page' })).toBeVisible()
      await expectNoAxeViolations(page)
    }
    await page.goto('/en/trading#/show/personal/nothing')
    await expect(page.getByText('Page not found')).toBeVisible()
  })
})
