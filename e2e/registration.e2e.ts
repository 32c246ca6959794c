import { expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { checkBox } from './helpers/page.ts'
import { extractLink, waitForMails } from './helpers/sandbox.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'

const createEmail = () => `mia.${crypto.randomUUID()}@example.com`

test('an account is opened by keyboard alone in a dialog of the landing page, country and currency included', async ({
  page,
}) => {
  const pageErrors = collectPageErrors(page)
  await page.goto('/en/')
  const practice = page.getByRole('link', { name: 'Try with practice money' }).first()
  await practice.press('Enter')
  await page.getByRole('dialog', { name: 'Try it with practice money' }).press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/en\/?$/)

  await page.getByRole('main').getByRole('link', { name: 'Open an account' }).first().press('Enter')
  await page.locator('input[name=firstName]').focus()
  const { keyboard } = page
  for (const value of ['Mia', 'Keller', createEmail(), 'seven yellow sunflowers']) {
    await keyboard.type(value)
    await keyboard.press('Tab')
  }
  // The button that shows the password comes before the country.
  await keyboard.press('Tab')
  const country = page.getByRole('combobox')
  await expect(country).toBeFocused()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('switz')
  const option = page.getByRole('option', { name: 'Switzerland' })
  // The flag is served by this site, as the content security policy requires.
  const flag = option.locator('img')
  await expect.poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(country).toHaveValue('Switzerland')
  await keyboard.press('Tab')
  await expect(page.locator('input[name=phone]')).toBeFocused()
  await keyboard.type('79 123 45 67')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(page.getByRole('option', { name: /EUR/ })).toBeVisible()
  await keyboard.type('EUR')
  await expect(page.getByRole('option', { name: /EUR/ })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveCount(0)
  for (const box of ['adult', 'terms']) {
    await keyboard.press('Tab')
    while (!(await page.locator(`input[name=${box}]`).evaluate((input) => input === document.activeElement)))
      await keyboard.press('Tab')
    await keyboard.press('Space')
  }
  await expectNoAxeViolations(page)
  await keyboard.press('Enter')
  await page.waitForURL('**/en/trading#/home')
  await expect(page.getByRole('heading', { name: 'Welcome, Mia' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Practice €10,000\.00 EUR/ })).toBeVisible()
  expect(pageErrors).toEqual([])
})

test.describe('on a phone, in Russian, light theme', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'light', locale: 'ru-RU' })

  test('a registration with a promo code, its welcome and the mailed proof of the address fit the screen and pass axe', async ({
    page,
  }) => {
    const email = createEmail()
    const expectToFit = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.goto('/ru/#modal-promo')
    await page.locator('input[name=firstName]').fill('Mia')
    await page.locator('input[name=lastName]').fill('Keller')
    await page.locator('input[name=login]').fill(email)
    await page.locator('input[name=new-password]').fill('seven yellow sunflowers')
    await page.locator('input[name=phone]').fill('+33 6 12 34 56 78')
    await expect(page.getByRole('combobox')).toHaveValue('Франция')
    await checkBox(page, /18/)
    await checkBox(page, /условия/)
    const send = page.getByRole('dialog').getByRole('button', { name: 'Открыть счёт' })
    const promo = page.locator('input[name=promo]')
    await send.click()
    await expect(promo).toBeFocused()
    await expect(page.getByText('Промокод недействителен')).toBeVisible()
    await expectNoAxeViolations(page)
    await promo.fill('welcome')
    await page.keyboard.press('Tab')
    await expect(page.getByText(/нужен оборот собственными средствами.*€/)).toBeVisible()
    await expectToFit()
    await send.click()
    await page.waitForURL('**/ru/trading#/home')
    await expect(page.getByRole('heading', { name: 'Добро пожаловать, Mia' })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.goto(extractLink((await waitForMails(email, 1, true))[0]))
    await page.getByRole('button', { name: 'Подтвердить адрес' }).click()
    await expect(page.getByText('Бонус по промокоду зачислен')).toBeVisible()
    await page.getByRole('link', { name: 'Перейти к счёту' }).click()
    await expect(page.getByText('сделано')).toHaveCount(2)
    await page.getByRole('button', { name: /^Учебный/ }).click()
    await expect(page.getByRole('button', { name: /^Перейти на реальный, .*20,00/ })).toBeVisible()
    await page.keyboard.press('Escape')
    const rows = await queryDatabase(
      'select required from wagering_requirements w join users u on u.id = w.user_id where email = $1',
      [email],
    )
    expect(rows.map(({ required }) => Number(required))).toEqual([60_000])
    await expectToFit()
  })
})
