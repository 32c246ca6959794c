import type { Page } from '@playwright/test'

import { expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { pauseTimers } from './helpers/page.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

const tipsCall = '**/api/triggers/tips'
const getToast = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })

async function openAccount(page: Page, lang = 'en'): Promise<void> {
  await page.goto(`/${lang}/trading#/show/account`)
  await page.locator('main h1').waitFor()
}

test('hiding tips by keyboard is announced at once, sent after three seconds, kept, and can be undone', async ({
  page,
}) => {
  await createTrader(page)
  await openAccount(page)
  const tip = page.getByRole('complementary', { name: 'Tip' })
  const first = await tip.getByRole('paragraph').textContent()
  await tip.getByRole('button', { name: 'Next tip' }).focus()
  await page.keyboard.press('Enter')
  await expect(tip.getByRole('paragraph')).not.toHaveText(first ?? '')

  await tip.getByRole('button', { name: 'Hide tips' }).focus()
  const pressed = Date.now()
  const sent = page.waitForRequest(tipsCall)
  const release = Promise.withResolvers<void>()
  await page.route(tipsCall, async (route) => {
    await release.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(getToast(page, 'Saving your tip settings…')).toBeVisible()
  await expect(tip).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect((await sent).postDataJSON()).toEqual({ value: 'off', host: new URL(page.url()).host })
  expect(Date.now() - pressed).toBeGreaterThanOrEqual(2900)
  release.resolve()
  await expect(getToast(page, 'Tips are off.')).toBeVisible()
  await page.reload()
  await page.locator('main h1').waitFor()
  await expect(tip).toHaveCount(0)

  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Show tips' }).press('Enter')
  await expect(getToast(page, 'Tips are on.')).toBeVisible()
  await expect(tip).toBeVisible()
})

test('switching tips off and on within three seconds sends one call', async ({ page }) => {
  await createTrader(page)
  await openAccount(page)
  const values: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/triggers/tips')) values.push(request.postDataJSON())
  })
  await pauseTimers(page)
  await page.getByRole('button', { name: 'Hide tips' }).click()
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Show tips' }).click()
  await page.clock.resume()
  await page.clock.fastForward(3000)
  await expect(getToast(page, 'Tips are on.')).toBeVisible()
  expect(values).toEqual([{ value: 'on', host: expect.any(String) }])
})

test('tips come back with a message when the server refuses or does not answer', async ({ page, context }) => {
  // Users who register in Russian get Russian replies.
  await page.goto('/ru/login')
  await createTrader(page)
  await openAccount(page, 'ru')
  const tip = page.getByRole('complementary', { name: 'Совет' })
  const hide = tip.getByRole('button', { name: 'Скрыть советы' })
  // An unknown value, so that the real server refuses.
  await page.route(tipsCall, (route) => route.continue({ postData: JSON.stringify({ value: '?', host: 'a' }) }))
  await page.clock.install()
  await hide.click()
  await page.clock.fastForward(3000)
  await expect(getToast(page, 'Советы можно только включить или выключить.')).toBeVisible()
  await expect(tip).toBeVisible()
  await page.unroute(tipsCall)
  await context.setOffline(true)
  await hide.click()
  await page.clock.fastForward(3000)
  await expect(getToast(page, 'Произошла ошибка: ваш выбор не сохранён.')).toBeVisible()
  await context.setOffline(false)
  await expect(tip).toBeVisible()
})

test('the mobile app reports itself and its host; a narrow window does not', async ({ browser, page }) => {
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: 'Mozilla/5.0 TradefrontApp/2.1',
  })
  const small = await phone.newPage()
  const trader = await createTrader(small)
  const visit = async () =>
    (await queryDatabase('select mobile_seen_at, host from user_visits where user_id = $1', [trader.id]))[0]
  await openAccount(small, 'ru')
  await expect.poll(visit).toEqual({ mobile_seen_at: expect.any(Date), host: new URL(small.url()).host })
  expect(await (await small.request.get('/api/boot')).json()).toMatchObject({ mobile: true })
  expect(await small.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  )
  await phone.close()

  const other = await createTrader(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAccount(page)
  const seen = async () =>
    (await queryDatabase('select mobile_seen_at, host from user_visits where user_id = $1', [other.id]))[0]
  await expect.poll(seen).toEqual({ mobile_seen_at: null, host: expect.any(String) })
})

test('axe finds no violations on the account screen with a tip in both themes', async ({ page }) => {
  const faults = collectPageErrors(page)
  await createTrader(page)
  await openAccount(page, 'ru')
  await expectNoAxeViolationsInBothThemes(page)
  expect(faults).toEqual([])
})
