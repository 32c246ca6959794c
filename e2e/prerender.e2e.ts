import type { Page } from '@playwright/test'

import { collectPageErrors, expect, test, waitForHydration } from './helpers/test.ts'
import { demoUsers, fillLogin } from './helpers/trader.ts'

test('without JavaScript the prerendered pages are complete and styled, and a form sends nothing that is typed', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  for (const [address, title, button] of [
    ['/en/', 'Up or down, in 30 seconds.', 'Try with practice money'],
    ['/ru/', 'Вверх или вниз за 30 секунд.', 'Попробовать на учебные деньги'],
    ['/ru/login', 'Вход', 'Войти'],
    ['/en/login', 'Log in', 'Log in'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(/ · Tradefront$/)
    const call = page.getByRole('main').locator('a, button').filter({ hasText: button }).first()
    await expect(call).toBeVisible()
    await expect(call).toHaveCSS('font-weight', /[56]00/)
    await expect(page.getByRole('contentinfo')).toContainText(address.startsWith('/ru') ? 'Тестовый сайт' : 'Test site')
  }
  await page.locator('input[name=email]').fill(demoUsers.olivia.email)
  await page.locator('input[name=password]').fill(demoUsers.olivia.password)
  await page.keyboard.press('Enter')
  await page.locator('main form button').last().click()
  expect(page.url()).toMatch(/\/en\/login$/)
  await context.close()
})

/** Opens a page whose scripts wait. Returns a function that lets them run. */
async function openWithoutScripts(page: Page, address: string): Promise<() => Promise<void>> {
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).evaluate((element) => element.setAttribute('data-seen', 'before'))
  return async () => {
    release()
    await waitForHydration(page)
  }
}

test('hydration keeps the nodes of the prerendered page and what was typed before it', async ({ page }) => {
  const faults = collectPageErrors(page)
  const runScripts = await openWithoutScripts(page, '/ru/')
  await runScripts()
  await page.getByRole('radio', { name: 'Тёмная' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('data-seen', 'before')
  await page.unrouteAll()

  const runLoginScripts = await openWithoutScripts(page, '/en/login')
  await page.locator('input[name=email]').fill(demoUsers.olivia.email)
  await runLoginScripts()
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('data-seen', 'before')
  await expect(page.locator('input[name=email]')).toHaveValue(demoUsers.olivia.email)
  await fillLogin(page, demoUsers.olivia)
  await page.waitForURL('**/en/trading#/home')
  expect(faults).toEqual([])
})
