import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { openScreen } from './helpers/page.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('news are read with Back and a reload, load nothing of other sites, and the calendar has the time zone of the browser', async ({
    page,
    baseURL,
  }) => {
    const hosts = new Set<string>()
    page.on('request', (request) => void hosts.add(new URL(request.url()).host))
    await createTrader(page)
    await openScreen(page, '/en/trading#/show/news', 'News')
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
    await expect(page).toHaveTitle(new RegExp(`^${title.slice(0, 10)}`))
    await expectNoAxeViolations(page)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.getByRole('link', { name: 'All news' }).click()
    await expect(page.getByRole('link', { name: 'Crypto', exact: true })).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.goForward()

    const button = page.getByRole('button', { name: 'Economic calendar' })
    await button.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Economic calendar' })
    await expect(dialog.getByText('Times are in your time zone: Asia/Tokyo, GMT+9.')).toBeVisible()
    await expect(dialog.getByText('Next', { exact: true })).toBeInViewport()
    await expectNoAxeViolationsInBothThemes(page)
    await dialog.getByRole('radio', { name: 'All' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: 'High', exact: true })).toBeChecked()
    await expect(dialog.getByRole('img', { name: 'Low importance' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
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
    await page.getByRole('button', { name: 'Экономический календарь' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Экономический календарь' })
    await expect(dialog.getByText('Следующее', { exact: true })).toBeInViewport()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Закрыть' }).tap()
    await page.getByRole('main').getByRole('listitem').last().getByRole('link').tap()
    await expect(page.getByText('Пример данных: этот текст вымышлен.')).toBeVisible()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
  })
})
