import { expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { collectPageErrors, expect, test, waitForHydration } from './helpers/test.ts'

test.use({
  ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'ru-RU' },
  reducedMotion: 'no-preference',
})

test('the landing page fits a phone in Russian, its slider follows taps, Back returns to it, and both themes pass axe', async ({
  page,
}) => {
  const faults = collectPageErrors(page)
  await page.goto('/')
  await page.waitForURL('**/ru/')
  await waitForHydration(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Остановить' }).first().tap()
  // The slider can have moved on before it was stopped.
  await page.getByRole('button', { name: /^1 из 4/ }).tap()
  await page.getByRole('button', { name: 'Вперёд' }).tap()
  await expect(page.getByRole('region', { name: 'Наши возможности' }).getByRole('group')).toHaveAccessibleName(
    /^2 из 4/,
  )
  const main = page.getByRole('main')
  await main.locator('a[href="/ru/show/risk"]').first().tap()
  await expect(page).toHaveURL(/\/ru\/show\/risk$/)
  await page.goBack()
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Выше или ниже через 30 секунд?')
  await expectNoAxeViolationsInBothThemes(page)
  expect(faults).toEqual([])
})
