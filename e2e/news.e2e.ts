import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { openScreen } from './helpers/page.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('news are read with Back and a reload, load nothing of other sites, and the calendar keeps its address and has the time zone of the browser', async ({
    page,
    baseURL,
  }) => {
    const hosts = new Set<string>()
    page.on('request', (request) => void hosts.add(new URL(request.url()).host))
    await createTrader(page)
    await openScreen(page, '/en/trading#/show/news', 'News')
    await expect(page.getByText('Sample data', { exact: true })).toBeVisible()
    await expectNoAxeViolationsInBothThemes(page)
    const link = page.getByRole('heading', { level: 2 }).getByRole('link').last()
    const titleBefore = (await link.textContent()) ?? ''
    await page.getByRole('link', { name: 'Crypto', exact: true }).click()
    await expect(page).toHaveURL(/#\/show\/news\?tab=3$/)
    await expect(link).not.toHaveText(titleBefore)
    const title = (await link.textContent()) ?? ''
    await link.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(new RegExp(`^${title.slice(0, 10)}`))
    await expectNoAxeViolations(page)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.getByRole('link', { name: 'All news' }).click()
    await expect(page.getByRole('link', { name: 'Crypto', exact: true })).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.goForward()

    await page.getByRole('link', { name: 'Economic calendar' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Economic calendar')
    await expect(page.getByText('Times are in your time zone: Asia/Tokyo, GMT+9.')).toBeVisible()
    await expectNoAxeViolationsInBothThemes(page)
    await page.getByRole('radio', { name: 'All' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'High', exact: true })).toBeChecked()
    await expect(page.getByRole('img', { name: 'Low importance' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Economic calendar')
    expect([...hosts]).toEqual([new URL(baseURL ?? '').host])
  })
})

test.describe('on a phone in Russian', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'ru-RU' })

  test('list, article and calendar fit the screen', async ({ page }) => {
    await createTrader(page, { language: 'ru' })
    await openScreen(page, '/ru/trading#/show/account', 'Счёт')
    await page.getByRole('button', { name: 'Ещё' }).tap()
    await page.getByRole('menuitem', { name: 'Новости' }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новости')
    await expect(page.getByRole('link', { name: 'Криптовалюты' })).toBeVisible()
    await expect(page.getByText('Пример данных', { exact: true })).toBeVisible()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    const calendar = page.getByRole('link', { name: 'Экономический календарь' })
    await calendar.tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Экономический календарь')
    await expect(calendar).toBeInViewport({ ratio: 0.9 })
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await expectNoAxeViolations(page)
    await page.goBack()
    await page.getByRole('heading', { level: 2 }).getByRole('link').last().tap()
    await expect(page.getByText('Пример данных: этот текст вымышлен.')).toBeVisible()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
  })
})
