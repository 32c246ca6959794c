import type { Page } from '@playwright/test'

import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { openScreen, selectOption } from './helpers/page.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'

// One after the other, because the sandbox fails for all of them.
test.describe.configure({ mode: 'serial' })

const setAct = (act: string) =>
  fetch(`${process.env['SANDBOX_BASE_URL']}/control/news`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ place: 'feeds', act }),
  })
/** Sooner than the page itself asks again. */
const reloadUntil = (page: Page, check: () => Promise<void>) =>
  expect(async () => {
    await page.reload()
    await check()
  }).toPass({ timeout: 120_000 })
test.afterEach(async () => {
  await setAct('none')
})

test('a trader reads the news of another category and comes back to it', async ({ page, baseURL }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => void hosts.add(new URL(request.url()).host))
  await createTrader(page)
  await page.goto('/en/trading#/home')
  await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
  await expect(page.getByRole('main').getByRole('listitem').nth(3)).toBeVisible()
  await expect(page.getByText('Sample data', { exact: true })).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)

  const link = page.getByRole('main').getByRole('listitem').last().getByRole('link')
  const titleBefore = (await link.textContent()) ?? ''
  await page.getByRole('link', { name: 'Crypto', exact: true }).click()
  await expect(page).toHaveURL(/#\/show\/news\?tab=3$/)
  await expect(link).not.toHaveText(titleBefore)
  const title = (await link.textContent()) ?? ''
  await link.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('Sample data: this text is invented.')).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${title.slice(0, 10)}`))
  await expectNoAxeViolationsInBothThemes(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.getByRole('link', { name: 'All news' }).click()
  await expect(page.getByRole('link', { name: 'Crypto', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  expect([...hosts]).toEqual([new URL(baseURL ?? process.env['BASE_URL'] ?? '').host])
})

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('the economic calendar by keyboard: filters, local times, and what comes next', async ({ page }) => {
    await createTrader(page)
    await openScreen(page, '/en/trading#/show/news', 'News')
    const button = page.getByRole('button', { name: 'Economic calendar' })
    await button.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Economic calendar' })
    await expect(dialog.getByText('Times are in your time zone: Asia/Tokyo, GMT+9.')).toBeVisible()
    await expect(dialog.getByText('Next', { exact: true })).toBeInViewport()
    await expectNoAxeViolationsInBothThemes(page)
    const rows = dialog.getByRole('listitem')
    const all = await rows.count()
    expect(all).toBeGreaterThan(10)
    await dialog.getByRole('radio', { name: 'All' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: 'High', exact: true })).toBeChecked()
    await expect.poll(() => rows.count()).toBeLessThan(all)
    await expect(dialog.getByRole('img', { name: 'Low importance' })).toHaveCount(0)
    await selectOption(page, /Currency/, 'GBP')
    await expect(rows.filter({ hasText: 'USD' })).toHaveCount(0)
    expect(await rows.count()).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  })
})

test('hostile news are harmless, and old ones say so while the source is dead', async ({ page }) => {
  const errors = collectPageErrors(page)
  await createTrader(page)
  await openScreen(page, '/en/trading#/show/news', 'News')
  await setAct('hostile')
  const hostile = page.getByRole('link', { name: /^Hostile/ })
  await reloadUntil(page, () => expect(hostile).toBeVisible({ timeout: 5000 }))
  await hostile.click()
  await expect(page.getByText('Hostile text')).toBeVisible()
  await expect(page.getByRole('article').locator('img, iframe, form, svg, [style]')).toHaveCount(0)
  await expect(page.getByRole('article').getByRole('link')).toHaveText(['there'])
  expect(await page.title()).not.toContain('hacked')
  await page.goBack()

  await setAct('dead')
  await reloadUntil(page, () => expect(page.getByText(/^Last updated/)).toBeVisible({ timeout: 5000 }))
  await expect(hostile).toBeVisible()
  await expectNoAxeViolations(page)
  await setAct('none')
  await reloadUntil(page, async () => {
    await expect(page.getByRole('link', { name: 'Dollar steady as traders wait for the jobs report' })).toBeVisible()
    await expect(page.getByText(/^Last updated/)).toBeHidden({ timeout: 1000 })
  })
  expect(errors).toEqual([])
})

test.describe('on a phone in Russian', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'ru-RU' })

  test('list, article and calendar fit', async ({ page }) => {
    await createTrader(page, { language: 'ru' })
    await openScreen(page, '/ru/trading#/show/account', 'Счёт')
    await page.getByRole('button', { name: 'Ещё' }).tap()
    await page.getByRole('menuitem', { name: 'Новости' }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новости')
    await expect(page.getByRole('link', { name: 'Криптовалюты' })).toBeVisible()
    await expect(page.getByText('Пример данных', { exact: true })).toBeVisible()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await page.getByRole('button', { name: 'Экономический календарь' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Экономический календарь' })
    await expect(dialog.getByText('Следующее', { exact: true })).toBeInViewport()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Закрыть' }).tap()
    // The newest can be one of the test before.
    await page.getByRole('main').getByRole('listitem').last().getByRole('link').tap()
    await expect(page.getByText('Пример данных: этот текст вымышлен.')).toBeVisible()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
  })
})
