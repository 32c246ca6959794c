import type { Page } from '@playwright/test'

import { expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { checkBox, selectOption } from './helpers/page.ts'
import { extractLink, waitForMails } from './helpers/sandbox.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

let counter = 0
const createEmail = () => `mia.${process.pid}.${Date.now()}.${(counter += 1)}@example.com`
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'light', locale: 'ru-RU' } as const

/** Fills in everything but the phone. Returns the e-mail. */
async function fillRegistration(page: Page): Promise<string> {
  const email = createEmail()
  await page.locator('input[name=firstName]').fill('Mia')
  await page.locator('input[name=lastName]').fill('Keller')
  await page.locator('input[name=login]').fill(email)
  await page.locator('input[name=new-password]').fill('seven yellow sunflowers')
  // Nothing is preselected.
  await expect(page.getByRole('combobox')).toHaveValue('')
  // The list closes when the form scrolls.
  await page.getByRole('combobox').scrollIntoViewIfNeeded()
  await page.getByRole('combobox').fill('FRA')
  await page
    .getByRole('option', { name: /France|Франция/ })
    .first()
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox')).toHaveValue(/France|Франция/)
  await checkBox(page, /18/)
  await checkBox(page, /terms|условия/)
  return email
}

const selectCountry = async (page: Page, text: string, name: RegExp) => {
  await page.getByRole('combobox').fill(text)
  await page.getByRole('option', { name }).click()
}

test('a practice account can be opened by keyboard, starts with 10,000, can start over and cannot deposit', async ({
  page,
}) => {
  const pageErrors = collectPageErrors(page)
  await page.goto('/en/')
  await page
    .getByRole('link', { name: /practice|demo/i })
    .first()
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Try it with practice money' })
  await dialog.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/en\/?$/)

  await page
    .getByRole('link', { name: /practice|demo/i })
    .first()
    .press('Enter')
  await page.locator('input[name=firstName]').focus()
  const inputs = ['Mia', 'Keller', createEmail(), 'seven yellow sunflowers']
  for (const [at, value] of inputs.entries()) {
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
    // The button that shows the password comes next.
    if (at === 3) await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('FRA')
  await page.getByRole('option', { name: 'France' }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await checkBox(page, /18/)
  await checkBox(page, /terms/)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/en/trading#/home')
  const welcome = page.getByRole('dialog', { name: 'Welcome, Mia' })
  await expect(welcome).toContainText('practice money')
  await welcome.press('Escape')
  await expect(page.getByRole('button', { name: /^Balance \$10,000\.00 USD/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add funds' })).toHaveCount(0)
  await expectNoAxeViolations(page)

  await queryDatabase(
    `with entry as (insert into ledger_entries (kind, subject, created_at) values ('test.lost', $1, now()) returning id)
     insert into ledger_lines (entry_id, account, user_id, currency, amount)
     select e.id, l.account, l.user_id, 'USD', l.amount from entry e, users u,
       lateral (values ('practice', u.id, -123456), ('practice_house', null, 123456)) l (account, user_id, amount)
      where u.email = $1`,
    [inputs[2]],
  )
  await page.goto('/en/trading#/show/funding')
  await page.reload()
  await expect(page.getByText('You can’t deposit to a practice account.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Balance \$8,765\.44 USD/ })).toBeVisible()
  // Only the account screen shows the welcome dialog.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Trade', exact: true }).click()
  await welcome.press('Escape')
  await page.getByRole('button', { name: 'Start over with $10,000' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start over with $10,000' }).click()
  await expect(page.getByRole('button', { name: /^Balance \$10,000\.00 USD/ })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade')
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(pageErrors).toEqual([])
})

test.describe('on a phone, in Russian, light theme', () => {
  test.use(phone)

  test('a promo code is checked at registration and credited when the address is proved', async ({ page }) => {
    await page.goto('/ru/#modal-promo')
    const email = await fillRegistration(page)
    await page.locator('input[name=phone]').fill('79 123 45 67')
    const send = page.getByRole('dialog').getByRole('button', { name: 'Открыть счёт' })
    await send.click()
    await expect(page.locator('input[name=promo]')).toBeFocused()
    await expect(page.getByText('Промокод недействителен')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.locator('input[name=promo]').fill('NOT-GIVEN-OUT')
    const refused = page.waitForResponse('**/api/register')
    await send.click()
    await refused
    await expect(page.locator('input[name=promo]')).toBeFocused()
    await expect(page.getByText('Промокод недействителен')).toBeVisible()
    await page.locator('input[name=promo]').fill('welcome')
    await page.keyboard.press('Tab')
    await expect(page.getByText(/нужен оборот собственными средствами \$600/)).toBeVisible()
    await send.click()
    await page.waitForURL('**/ru/trading#/home')
    await expect(page.getByRole('dialog', { name: 'Добро пожаловать, Mia' })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(page.getByText('Подтвердите почту')).toBeVisible()
    await page.goto(extractLink((await waitForMails(email, 1, true))[0]))
    await page.getByRole('button', { name: 'Подтвердить адрес' }).click()
    await expect(page.getByText('Бонус по промокоду зачислен')).toBeVisible()
    await page.getByRole('link', { name: 'Перейти к счёту' }).click()
    await expect(page.getByRole('button', { name: /\$20,00|20,00/ })).toBeVisible()
    const rows = await queryDatabase(
      'select required from wagering_requirements w join users u on u.id = w.user_id where email = $1',
      [email],
    )
    expect(rows.map(({ required }) => Number(required))).toEqual([60_000])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  })

  test('upgrading a practice account fills in known data and removes the practice money', async ({ page }) => {
    const pageErrors = collectPageErrors(page)
    await page.goto('/ru/login')
    const trader = await createTrader(page, { practice: true })
    await page.goto('/ru/trading#/show/funding')
    await page.getByRole('main').getByRole('link', { name: 'Открыть настоящий счёт' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Открыть настоящий счёт')
    await expect(page.locator('input[name=firstName]')).toHaveValue('Ada')
    await expect(page.getByRole('combobox')).toHaveValue('Австралия')
    await expect(page.getByText('Учебные деньги не становятся настоящими')).toBeVisible()
    const send = page.getByRole('main').getByRole('button', { name: 'Открыть настоящий счёт' })
    await send.click()
    await expect(page.locator('input[name=phone]')).toBeFocused()
    await expect(page.getByText('Введите номер телефона')).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectNoAxeViolations(page)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.keyboard.type('412 345 678')
    await selectOption(page, 'Валюта счёта', /EUR/)
    await page.locator('input[name=promo]').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/ru/trading#/home')
    await expect(page.getByText('Настоящий счёт открыт.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Баланс €0,00 EUR/ })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Пополнить' })).toBeVisible()
    await expect(page.getByText('Учебный счёт')).toHaveCount(0)
    const rows = await queryDatabase(
      'select account, amount::int from ledger_balances where user_id = $1 order by account',
      [trader.id],
    )
    expect(rows).toEqual([{ account: 'practice', amount: 0 }])
    expect(pageErrors).toEqual([])
  })
})

test('an account can be opened by keyboard, country and currency included', async ({ page }) => {
  await page.goto('/en/')
  await page.getByRole('main').getByRole('link', { name: 'Open an account' }).first().press('Enter')
  await page.locator('input[name=firstName]').focus()
  const { keyboard } = page
  for (const value of ['Mia', 'Keller', createEmail(), 'seven yellow sunflowers']) {
    await keyboard.type(value)
    await keyboard.press('Tab')
  }
  await keyboard.press('Tab')
  const country = page.getByRole('combobox')
  await expect(country).toBeFocused()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('switz')
  await expect(page.getByRole('option', { name: 'Switzerland' })).toBeVisible()
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
  await keyboard.press('Enter')
  await page.waitForURL('**/en/trading#/home')
  await page.getByRole('dialog', { name: 'Welcome, Mia' }).press('Escape')
  await expect(page.getByRole('button', { name: /^Balance €0\.00 EUR/ })).toBeVisible()
})

test('countries are found by name, prefix and code, blocked ones say so, and phones with prefix 1 are checked', async ({
  page,
}) => {
  const checked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/validate/phone')) checked.push(request.postDataJSON())
  })
  await page.goto('/en/register')
  const country = page.getByRole('combobox')
  await page.locator('input[name=phone]').fill('+41 79 123 45 67')
  await expect(page.locator('input[name=phone]')).toHaveValue('791234567')
  await expect(country).toHaveValue('Switzerland')
  for (const typed of ['switzer', '+41', 'CHE']) {
    await country.fill(typed)
    await expect(page.getByRole('option', { name: 'Switzerland' })).toBeVisible()
  }
  // The flag is served by this site, as the content security policy requires.
  const flag = page.getByRole('option', { name: 'Switzerland' }).locator('img')
  await expect.poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  // One is blocked, the other is closed to registration.
  for (const closed of ['North Korea', 'Antarctica']) {
    await country.fill(closed)
    const option = page.getByRole('option', { name: closed })
    await expect(option).toContainText('Not available')
    await option.click()
    await expect(page.getByText('Sorry, we don’t open accounts in this country.')).toBeVisible()
  }

  await selectCountry(page, 'switzer', /Switzerland/)
  await page.locator('input[name=phone]').fill('12')
  await page.locator('input[name=phone]').blur()
  await selectCountry(page, 'canada', /Canada/)
  await page.locator('input[name=phone]').fill('123 45 67')
  await page.locator('input[name=phone]').blur()
  await expect(page.getByText('This isn’t a valid phone number for that country.')).toBeVisible()
  await page.locator('input[name=phone]').fill('416 555 2671')
  await page.locator('input[name=phone]').blur()
  await expect(page.getByText('This isn’t a valid phone number for that country.')).toBeHidden()
  await expect.poll(() => checked).toEqual([{ em: '11234567' }, { em: '14165552671' }])

  await selectCountry(page, 'United States', /^United States \+|^United States$/)
  await expect(page.getByText('we can’t open accounts for people who live in the United States')).toBeVisible()
})
