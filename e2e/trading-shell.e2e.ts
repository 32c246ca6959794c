import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { openScreen } from './helpers/page.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader, demoUsers, logIn } from './helpers/trader.ts'

test('the header carries name, balance, turnover and currency, and the balance opens its card', async ({ page }) => {
  await logIn(page, demoUsers.olivia)
  const header = page.getByRole('banner')
  await expect(header).toContainText(demoUsers.olivia.name)
  await expect(header).toContainText('USD')
  await expect(header).toContainText(/Turnover\s*\$[\d,]+ \/ \$[\d,]+/)
  await header.getByRole('button', { name: /^Balance \$[\d,.]+/ }).click()
  const card = page.getByRole('dialog', { name: 'Balance' })
  await expect(card).toContainText('Cash')
  await expect(card).toContainText('Bonus')
  await expect(card.getByRole('progressbar', { name: 'Turnover' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await expect(header.getByRole('button', { name: /^Balance/ })).toBeFocused()
})

test('changes made elsewhere reach the header over the socket', async ({ page, context }) => {
  const trader = await createTrader(page, { practice: true })
  await queryDatabase(
    `with entry as (insert into ledger_entries (kind, subject, created_at) values ('test.lost', $2, now()) returning id)
     insert into ledger_lines (entry_id, account, user_id, currency, amount)
     select id, account, user_id, 'USD', amount from entry,
       lateral (values ('practice', $1::bigint, -123456), ('practice_house', null, 123456)) l (account, user_id, amount)`,
    [trader.id, trader.email],
  )
  const other = await context.newPage()
  await other.route('**/api/fraud/user', (route) => route.abort())
  await other.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(url)
        this.addEventListener('open', () => document.documentElement.setAttribute('data-live', 'up'))
      }
    }
  })
  await other.goto('/en/trading#/home')
  await other.locator('html[data-live=up]').waitFor()
  const balance = (amount: string) => other.getByRole('button', { name: `Balance ${amount} USD` })
  await expect(balance('$8,765.44')).toBeVisible()
  await page.goto('/en/trading#/home')
  await page.getByRole('button', { name: 'Start over with $10,000' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start over with $10,000' }).click()
  await expect(balance('$10,000.00')).toBeVisible()
})

test('a new language is applied at once, appears in the URL, and is kept', async ({ page }) => {
  await page.goto('/en/login')
  await page.locator('input[name=email]').fill('half typed')
  await page.getByRole('radio', { name: 'Русский' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Вход')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(page.locator('input[name=email]')).toHaveValue('half typed')
  await expect(page).toHaveURL(/\/ru\/login$/)
  await page.goto('/')
  await page.waitForURL('**/ru/')
})

test('the theme is applied before any script runs', async ({ browser, page, context }) => {
  await page.goto('/en/login')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')

  const quiet = await browser.newContext({ javaScriptEnabled: false, colorScheme: 'light' })
  await quiet.addCookies(await context.cookies())
  const plain = await quiet.newPage()
  await plain.goto('/en/login')
  await expect(plain.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(plain.locator('html')).toHaveCSS('color-scheme', 'dark')
  await quiet.close()
})

test('without a choice the theme follows the system', async ({ browser }) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    await page.goto('/en/login')
    const background = await page.evaluate(() => {
      const canvas = document.createElement('canvas').getContext('2d')
      if (canvas === null) return 0
      canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor
      canvas.fillRect(0, 0, 1, 1)
      return canvas.getImageData(0, 0, 1, 1).data[0] ?? 0
    })
    if (colorScheme === 'dark') expect(background).toBeLessThan(40)
    else expect(background).toBeGreaterThan(240)
    await context.close()
  }
})

test('a server page opens under /show, /sw and as a public page, and an unknown page offers links', async ({
  page,
}) => {
  await openScreen(page, '/en/show/risk', 'Risk notice')
  await logIn(page, demoUsers.olivia, 'en', '/show/terms')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of use')
  await expect(page).toHaveTitle('Terms of use · Tradefront')
  await openScreen(page, '/en/trading#/sw/modal_risk', 'Before you pay by card')
  await openScreen(page, '/en/trading#/show/nothing-here', 'Page not found')
  await page.getByRole('main').getByRole('link', { name: 'Go to my account' }).click()
  await page.waitForURL('**/en/trading#/home')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Trade')
  await expect(title).toBeFocused()
})

test('no trading screen is wider than 390 px', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  for (const path of ['/en/login', '/ru/register', '/ru/show/terms']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await fits(), path).toBe(true)
  }
  await logIn(page, demoUsers.ivan, 'ru')
  expect(await fits()).toBe(true)
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(1)
  await context.close()
})

test('axe finds no violations on trading screens in both themes', async ({ page }) => {
  const faults = collectPageErrors(page)
  for (const path of ['login', 'register']) {
    await page.goto(`/ru/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (path === 'register') await page.getByRole('combobox').waitFor()
    await expectNoAxeViolationsInBothThemes(page)
  }
  await logIn(page, demoUsers.ivan, 'ru')
  await expectNoAxeViolationsInBothThemes(page)
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menu').waitFor()
  await expectNoAxeViolationsInBothThemes(page)
  await page.keyboard.press('Escape')
  for (const [hash, title] of [
    ['/show/terms', 'Условия использования'],
    ['/show/nothing-here', 'Страница не найдена'],
    ['/show/account', 'Счёт'],
  ] as const) {
    await openScreen(page, `/ru/trading#${hash}`, title)
    await expectNoAxeViolationsInBothThemes(page)
  }
  expect(faults).toEqual([])
})
