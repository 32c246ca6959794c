import type { Page } from '@playwright/test'

import { collectPageErrors, expect, test, waitForHydration } from './helpers/test.ts'
import { demoUsers } from './helpers/trader.ts'

/** Returns a function that releases the script. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await gate
    await route.continue()
  })
  return release
}

for (const [address, title, button] of [
  ['/en/', 'Trade the next minute. Know the cost first.', 'Try with practice money'],
  ['/ru/', 'Торгуйте ближайшей минутой. Цену ошибки знайте заранее.', 'Попробовать на учебные деньги'],
  ['/en/login', 'Log in', 'Log in'],
  ['/ru/login', 'Вход', 'Войти'],
] as const) {
  test(`${address} is complete and styled without JavaScript`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(/ · Tradefront$/)
    const call = page.getByRole('main').locator('a, button').filter({ hasText: button }).first()
    await expect(call).toBeVisible()
    await expect(call).toHaveCSS('font-weight', /[56]00/)
    await expect(page.getByRole('contentinfo')).toContainText(address.startsWith('/ru') ? 'Тестовый сайт' : 'Test site')
    await context.close()
  })

  test(`hydration of ${address} does not redraw the page`, async ({ page }) => {
    const faults = collectPageErrors(page)
    const letGo = await holdScripts(page)
    await page.goto(address, { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { level: 1 })
    await heading.evaluate((element) => element.setAttribute('data-seen', 'before'))
    letGo()
    await waitForHydration(page)
    await page.getByRole('radio', { name: /Dark|Тёмная/ }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(heading).toHaveAttribute('data-seen', 'before')
    expect(faults).toEqual([])
  })
}

test('text typed before hydration is submitted', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/en/login', { waitUntil: 'commit' })
  await page.locator('input[name=email]').fill(demoUsers.olivia.email)
  await page.locator('input[name=password]').fill(demoUsers.olivia.password)
  letGo()
  await waitForHydration(page)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/en/trading#/home')
})
