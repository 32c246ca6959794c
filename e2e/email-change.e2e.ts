import { expectNoAxeViolations } from './helpers/axe.ts'
import { extractLink, waitForMails } from './helpers/sandbox.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'ru-RU' })

test('a change of e-mail by a mailed link reaches the form of another tab, and its undo logs that tab out at once', async ({
  page,
}) => {
  const pageErrors = collectPageErrors(page)
  const trader = await createTrader(page, { language: 'ru' })
  const email = `new.${trader.email}`
  await page.goto('/ru/trading#/show/personal')
  const field = page.locator('input[name=email]')
  await field.fill(email)
  await field.press('Enter')
  const password = page.locator('input[name=password]')
  await expect(password).toBeFocused()
  await expect(page.getByText('Введите текущий пароль')).toBeVisible()
  await page.keyboard.type(trader.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Мы отправили ссылку на ${email}`)).toBeVisible()
  await expect(page.getByText(`Ждёт подтверждения: ${email}`)).toHaveCount(0)
  await expect(password).toHaveCount(0)
  await expect(field).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  // The second tab has a form with the old address.
  const link = extractLink((await waitForMails(email))[0])
  const tab = await page.context().newPage()
  await tab.goto(link)
  await expect(tab).not.toHaveURL(/#/)
  await expect(tab.getByText(email)).toBeVisible()
  await expectNoAxeViolations(tab)
  await tab.getByRole('button', { name: 'Использовать этот адрес' }).press('Enter')
  await expect(tab.getByText(`Теперь адрес вашего счёта: ${email}`)).toBeVisible()
  await expect(page.getByText('изменили в другом месте')).toBeVisible()
  await expect(field).toHaveValue(email)

  await tab.goto(extractLink((await waitForMails(trader.email))[0]))
  await tab.getByRole('button', { name: 'Отменить смену адреса' }).press('Enter')
  await tab.waitForURL('**/ru/reset')
  await page.waitForURL('**/ru/login**')
  await page.goto(link)
  await expect(page.getByText('Ссылка больше не действует')).toBeVisible()
  expect(pageErrors).toEqual([])
})
