import { expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { collectPageErrors, expect, test, waitForHydration } from './helpers/test.ts'

test.use({ reducedMotion: 'no-preference' })

test('the landing page shows the offer, the risk notice and links to log in and register', async ({ page }) => {
  const faults = collectPageErrors(page)
  await page.goto('/')
  await page.waitForURL('**/en/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade the next minute. Know the cost first.')
  await expect(page.getByText('you can lose your entire stake quickly')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Try with practice money' }).first()).toHaveAttribute(
    'href',
    '/en/#modal-register-demo',
  )
  await main.getByRole('link', { name: 'Read the whole risk notice' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Risk notice')
  await expect(page).toHaveURL(/\/en\/show\/risk$/)
  await page.goBack()
  await expect(main.getByRole('link', { name: 'Open an account' })).toHaveCount(2)
  expect(faults).toEqual([])
})

test('the landing page fits 390 px in Russian, and a tap moves the slider', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'ru-RU',
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.waitForURL('**/ru/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Торгуйте ближайшей минутой.')
  await expect(page.getByText('Пример, не настоящие данные')).toBeVisible()
  await waitForHydration(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Остановить' }).first().tap()
  // The slider can have moved on before it was stopped.
  await page.getByRole('button', { name: /^1 из 4/ }).tap()
  await page.getByRole('button', { name: 'Вперёд' }).tap()
  await expect(page.getByRole('region', { name: 'Наши возможности' }).getByRole('group')).toHaveAccessibleName(
    /^2 из 4/,
  )
  await context.close()
})

test('axe finds no violations on the landing page in both themes', async ({ page }) => {
  const faults = collectPageErrors(page)
  await page.goto('/ru/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectNoAxeViolationsInBothThemes(page)
  expect(faults).toEqual([])
})
