import { buildTransferLines, postEntry } from '../apps/server/src/modules/ledger/service.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { getOwnerDb } from './helpers/database.ts'
import { openScreen } from './helpers/page.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader, demoUsers, logIn } from './helpers/trader.ts'

test('a balance that changes in one tab reaches the header of another over the socket', async ({ page, context }) => {
  const trader = await createTrader(page, { practice: true })
  const [from, to] = [
    { account: 'practice', userId: trader.id },
    { account: 'practice_house', userId: null },
  ]
  const lines = buildTransferLines(from, to, 123_456, 'USD')
  await postEntry(getOwnerDb(), { kind: 'test.lost', subject: trader.email, at: new Date(), lines })
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
  await other.goto('/en/trading#/show/terms')
  await other.locator('html[data-live=up]').waitFor()
  const balance = (amount: string) => other.getByRole('button', { name: `Practice ${amount} USD` })
  await expect(balance('$8,765.44')).toBeVisible()
  await page.goto('/en/trading#/show/terms')
  await page.getByRole('button', { name: /^Practice/ }).click()
  await page.getByRole('button', { name: 'Set back to $10,000' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set back to $10,000' }).click()
  await expect(balance('$10,000.00')).toBeVisible()
})

/** Returns the brightness of the page, from 0 to 255. */
const getBrightness = () => {
  const canvas = document.createElement('canvas').getContext('2d')
  if (canvas === null) return 0
  canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor
  canvas.fillRect(0, 0, 1, 1)
  return canvas.getImageData(0, 0, 1, 1).data[0] ?? 0
}

test('a new language and theme apply without a reload and are kept, and the theme is there before any script runs', async ({
  browser,
  page,
  context,
  baseURL,
}) => {
  await page.goto('/en/login')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(getBrightness)).toBeLessThan(40)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await page.evaluate(getBrightness)).toBeGreaterThan(240)

  await page.locator('input[name=email]').fill('half typed')
  await page.getByRole('radio', { name: 'Русский' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Вход')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(page.locator('input[name=email]')).toHaveValue('half typed')
  await expect(page).toHaveURL(/\/ru\/login$/)
  await page.getByRole('radio', { name: 'Тёмная' }).click()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')

  const quiet = await browser.newContext({ javaScriptEnabled: false, colorScheme: 'light', baseURL: baseURL ?? '' })
  await quiet.addCookies(await context.cookies())
  const plain = await quiet.newPage()
  await plain.goto('/')
  await expect(plain).toHaveURL(/\/ru\/$/)
  await expect(plain.locator('html')).toHaveCSS('color-scheme', 'dark')
  await quiet.close()
})

test('axe finds no violations on home, account, menus and server pages, and the focus follows a link and a closed card', async ({
  page,
}) => {
  const faults = collectPageErrors(page)
  await logIn(page, demoUsers.ivan, 'ru', '/show/nothing-here')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Страница не найдена')
  await expectNoAxeViolations(page)
  await page.getByRole('main').getByRole('link', { name: 'К моему счёту' }).click()
  await page.waitForURL('**/ru/trading#/home')
  await expect(title).toHaveText('Торговля')
  await expect(title).toBeFocused()
  const header = page.getByRole('banner')
  const balance = header.getByRole('button', { name: /^Реальный .*подробнее$/ })
  await balance.click()
  await expect(page.getByRole('dialog', { name: 'Баланс' }).getByRole('progressbar')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(balance).toBeFocused()
  await header.getByRole('button').last().click()
  await page.getByRole('menu').waitFor()
  await expectNoAxeViolationsInBothThemes(page)
  await page.keyboard.press('Escape')
  for (const [hash, name] of [
    ['/show/terms', 'Условия использования'],
    ['/show/account', 'Счёт'],
  ] as const) {
    await openScreen(page, `/ru/trading#${hash}`, name)
    await expectNoAxeViolationsInBothThemes(page)
  }
  expect(faults).toEqual([])
})

test('before any script has come, the trading area shows its places and the title and shape of the wanted screen, in Russian too', async ({
  page,
}) => {
  await createTrader(page)
  await page.route('**/*.js', (route) => route.abort())
  const open = async (path: string) => {
    await page.goto('about:blank')
    await page.goto(path, { waitUntil: 'commit' })
  }
  const shell = page.locator('#root[data-shell]')
  await open('/en/trading#/show/history')
  await expect(shell.getByText('History', { exact: true }).filter({ visible: true })).toHaveCount(3)
  await expect(shell.getByText('Every change of your balance').filter({ visible: true })).toHaveCount(1)
  await expect(shell.getByText('Add funds', { exact: true }).filter({ visible: true })).toHaveCount(1)
  await open('/ru/trading#/show/funding')
  await expect(shell.getByText('Пополнить').filter({ visible: true })).toHaveCount(2)
  await open('/en/trading#/home')
  await expect(shell.getByText('Tournaments').filter({ visible: true })).toHaveCount(1)
  await expect(shell.locator('[id="/home"]')).toBeVisible()
})

test('if the scripts do not come, the trading area and the contacts have a shape, and links out after some seconds of the style sheet', async ({
  page,
}) => {
  await createTrader(page)
  await page.route('**/*.js', (route) => route.abort())
  for (const [path, logInLinks] of [
    // Only a trader with a session gets this shell.
    ['/en/trading#/home', 0],
    ['/en/show/contacts', 1],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('#root [class*=animate-breathe]').filter({ visible: true })).not.toHaveCount(0)
    const note = page.getByText('This takes longer than usual.')
    await expect(note).toBeHidden()
    await note.evaluate((element) => element.getAnimations().forEach((animation) => animation.finish()))
    await expect(note).toBeVisible()
    const reload = page.waitForRequest((request) => request.isNavigationRequest())
    await note.getByRole('link', { name: 'Reload the page' }).click()
    expect(new URL((await reload).url()).pathname).toBe(path.replace(/#.*/, ''))
    await expect(note.locator('a[href="/en/login"]')).toHaveCount(logInLinks)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('support, news and calendar do not move while they load, when introductions come last', async ({ page }) => {
    await createTrader(page)
    await page.addInitScript(() => {
      const shifts = { sum: 0 }
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // After a second, a screen is shown without its introduction. That timer never ends here.
    await page.addInitScript(() => {
      const { setTimeout } = window
      const setOtherTimeout = (run: TimerHandler, delayMs?: number) => (delayMs === 1000 ? 0 : setTimeout(run, delayMs))
      Object.assign(window, { setTimeout: setOtherTimeout })
    })
    const introduction = /\/api\/[ap]g\//
    const loading = new Set<string>()
    page.on('request', (request) => loading.add(request.url()))
    page.on('requestfinished', (request) => loading.delete(request.url()))
    page.on('requestfailed', (request) => loading.delete(request.url()))
    await page.route(introduction, async (route) => {
      const response = await route.fetch()
      await expect.poll(() => [...loading].filter((url) => !introduction.test(url))).toEqual([])
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await route.fulfill({ response })
    })
    for (const [path, text] of [
      ['/show/support', 'Common questions and answers'],
      ['/show/support/new', 'What is it about?'],
      ['/show/news', 'Whole calendar'],
      ['/show/news/calendar', 'Importance'],
    ] as const) {
      await page.goto('about:blank')
      await page.goto(`/en/trading#${path}`)
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      const shifts = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
      expect(shifts, path).toBeLessThan(0.02)
    }
  })
})
