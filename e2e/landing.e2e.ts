import { expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { checkBox } from './helpers/page.ts'
import { collectPageErrors, expect, test, waitForHydration } from './helpers/test.ts'

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  locale: 'ru-RU',
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
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Вверх или вниз за 30 секунд.')
  await expectNoAxeViolationsInBothThemes(page)
  expect(faults).toEqual([])
})

test('a trade that a visitor makes on the landing page is the first one of the practice account that is opened then', async ({
  page,
}) => {
  const faults = collectPageErrors(page)
  await page.goto('/ru/')
  const trial = page.getByRole('region', { name: 'Попробуйте сейчас' })
  await expect(trial.getByText('Через 30 секунд вы выиграете $7,80')).toBeVisible()
  await trial.getByRole('button', { name: 'Вверх' }).tap()
  await expect(trial.getByText('Если бы она закончилась сейчас')).toBeVisible()
  await page.reload()
  await expect(trial.getByText('Если бы она закончилась сейчас')).toBeVisible()
  await page.goto('/ru/#modal-register-demo')
  const form = page.getByRole('dialog')
  await form.locator('input[name=login]').fill(`trial.${crypto.randomUUID()}@example.com`)
  await form.locator('input[name=new-password]').fill('seven yellow sunflowers')
  await checkBox(page, /18/)
  await checkBox(page, /условия/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/ru/trading#/home')
  const listTrades = () =>
    queryDatabase(
      `select symbol, direction, practice from trades t join users u on u.id = t.user_id where email like 'trial.%'`,
      [],
    )
  await expect.poll(listTrades).toEqual([{ symbol: 'BTCUSD', direction: 'up', practice: true }])
  expect(faults).toEqual([])
})
