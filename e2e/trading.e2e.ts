import type { Page } from '@playwright/test'

import { insertEndingTrades } from './helpers/ending-trades.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { listScripts, openScreen } from './helpers/page.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

const shortestExpiryMs = 30_000
/** For trades that must not end meanwhile. */
const longExpiryMs = 15 * 60_000

/** On a busy machine the price moves further than traders accept between the press and the server, or the order is void by then. */
async function acceptAnyPrice(page: Page): Promise<void> {
  await page.route('**/api/trading/buy', async (route) => {
    const order = route.request().postDataJSON() as { readonly price: number }
    await route.continue({ postData: JSON.stringify({ ...order, tolerance: order.price, valid_until: undefined }) })
  })
}

/** Bitcoin, whose market is always open. */
async function openTrading(
  page: Page,
  traderId: number,
  { lang = 'en', expiryMs = longExpiryMs }: { lang?: string; expiryMs?: number } = {},
): Promise<void> {
  const chart = { symbol: 'BTCUSD', seconds: 1, kind: 'candles', indicators: [] }
  const workspace = {
    ...{ charts: [chart, { ...chart, symbol: 'ETHUSD' }, chart, chart], layout: 'one', activeChart: 0 },
    ...{ favourites: [], stake: 50, expiry: expiryMs / 1000, isGuideDone: true },
  }
  await page.addInitScript(
    ([key, value]) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    },
    [`tradefront.trading-workspace.${traderId}`, JSON.stringify(workspace)] as const,
  )
  await acceptAnyPrice(page)
  await page.goto(`/${lang}/trading#/home`)
  await expect(getBuyButton(page, 'up')).toHaveAttribute('aria-disabled', 'false')
}

const names = { up: /^(Up|Вверх)/, down: /^(Down|Вниз)/ } as const
const getBuyButton = (page: Page, direction: keyof typeof names) => page.getByRole('button', { name: names[direction] })
const getOpenTrades = (page: Page) => page.getByRole('list', { name: /^Open \(/ }).getByRole('listitem')

/** Finds the button by Tab alone. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate(() => document.activeElement?.textContent ?? '')
    if (name.test(text.trim())) return
  }
  throw new Error(`no Tab leads to ${name}`)
}

test('by keyboard, a trade is bought, runs, ends with an announced result and can be checked', async ({ page }) => {
  const errors = collectPageErrors(page)
  const trader = await createTrader(page, { practice: true })
  await openTrading(page, trader.id, { expiryMs: shortestExpiryMs })
  await expectNoAxeViolationsInBothThemes(page)
  await page.getByRole('heading', { level: 1 }).focus()
  await tabTo(page, /^Down/)
  await expect(getBuyButton(page, 'down')).toBeFocused()
  // A press while there is no fresh price does nothing.
  await getBuyButton(page, 'down').and(page.locator('[aria-disabled=false]')).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^Bitcoin down, bought at [\d,.]+/ })).toBeVisible()
  await expect(getOpenTrades(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Balance \$9,950\.00/ })).toBeVisible()
  await expect(getOpenTrades(page).getByText(/Winning|Losing|Even/)).toBeVisible()
  const result = /^Bitcoin: (won, \+\$\d+\.\d\d|lost, −\$50\.00|tie, your stake is back)$/
  const announcement = page.getByRole('status').filter({ hasText: result })
  // It is shown for 6 s.
  const announced = announcement.waitFor({ timeout: shortestExpiryMs + 30_000 })
  await Promise.all([announced, expectNoAxeViolations(page)])
  await expect(getOpenTrades(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Closed today (1)' }).click()
  await page.getByRole('list', { name: 'Closed today (1)' }).getByRole('link', { name: 'Bitcoin' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bitcoin trade')
  await expect(page.getByText('decided the trade', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Published on /)).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  await page.getByRole('link', { name: 'Report this trade' }).click()
  await expect(page.getByRole('dialog', { name: 'New ticket' }).getByText(/^About a trade/)).toBeVisible()
  expect(errors).toEqual([])
})

test('an open trade is sold early at the value on its button', async ({ page }) => {
  const trader = await createTrader(page, { practice: true })
  await openTrading(page, trader.id)
  await getBuyButton(page, 'up').click()
  await expect(getOpenTrades(page)).toHaveCount(1)
  await sellOpenTrade(page)
  await expect(page.getByRole('status').filter({ hasText: /^Bitcoin: sold, [+−]?\$[\d.]+$/ })).toBeVisible()
  const [sold] = await queryDatabase('select state, stake, returned from trades where user_id = $1', [trader.id])
  expect(sold).toMatchObject({ state: 'sold' })
})

test('trades that were won, lost, tied and void show what they return, and a moved price buys nothing', async ({
  page,
}) => {
  const trader = await createTrader(page, { practice: true })
  await insertEndingTrades(trader.id, 50, true)
  await openTrading(page, trader.id)
  await page.getByRole('button', { name: 'Closed today (4)' }).click()
  const closed = page.getByRole('list', { name: 'Closed today (4)' }).getByRole('listitem')
  for (const result of ['Won +$40.00', 'Lost −$50.00', 'Tie $0.00', 'Void $0.00'])
    await expect(closed.filter({ hasText: result })).toHaveCount(1)
  // The lost stake is gone, the others are back.
  await expect(page.getByRole('button', { name: /^Balance \$9,990\.00/ })).toBeVisible()

  // As if the price had fallen by a tenth since the trader saw it.
  await page.route('**/api/trading/buy', async (route) => {
    const order = route.request().postDataJSON() as { price: number }
    await route.continue({
      postData: JSON.stringify({ ...order, price: order.price * 1.1, tolerance: 0, valid_until: undefined }),
    })
  })
  await getBuyButton(page, 'down').click()
  await expect(page.getByText('The price has moved, so nothing was bought.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Buy down at / })).toBeVisible()
  expect(await queryDatabase('select count(*)::int as count from trades where user_id = $1', [trader.id])).toEqual([
    { count: 4 },
  ])

  await closed.filter({ hasText: 'Void' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('OLDUSD')
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('Void $0.00')
  await expectNoAxeViolations(page)
})

for (const [device, size] of [
  ['a laptop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`on ${device}, a new trader sees Up and Down without scrolling, and a purchase moves nothing`, async ({
    page,
  }) => {
    const trader = await createTrader(page, { practice: true })
    await queryDatabase('update users set email_proved_at = null where id = $1', [trader.id])
    await page.setViewportSize(size)
    await acceptAnyPrice(page)
    await page.goto('/en/trading#/home')
    await expect(page.getByText('Confirm your e-mail')).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Your first trade' })).toBeVisible()
    for (const direction of ['up', 'down'] as const)
      await expect(getBuyButton(page, direction)).toBeInViewport({ ratio: 1 })
    const before = await getBuyButton(page, 'up').boundingBox()
    await expect(getBuyButton(page, 'up')).toHaveAttribute('aria-disabled', 'false')
    // A click of the button's locator would scroll first.
    await page.mouse.click((before?.x ?? 0) + 20, (before?.y ?? 0) + 20)
    await expect(page.getByRole('status').filter({ hasText: /bought at/ })).toBeVisible()
    expect(await getBuyButton(page, 'up').boundingBox()).toEqual(before)
  })
}

test('two tabs show the same trades, and a trade closed in one is closed in the other', async ({ page, context }) => {
  const trader = await createTrader(page, { practice: true })
  await openTrading(page, trader.id)
  const other = await context.newPage()
  await openTrading(other, trader.id)
  await getBuyButton(page, 'up').click()
  await expect(getOpenTrades(other)).toHaveCount(1)
  await sellOpenTrade(other)
  await expect(getOpenTrades(page)).toHaveCount(0)
})

test('offline, the page says so at once, sells nothing, and shows the trade when it is back', async ({
  page,
  context,
}) => {
  const trader = await createTrader(page, { practice: true })
  await openTrading(page, trader.id, { expiryMs: shortestExpiryMs })
  await page.keyboard.press('Shift+ArrowUp')
  await expect(getOpenTrades(page)).toHaveCount(1)
  await context.setOffline(true)
  await expect(page.getByText('Offline. Prices have stopped; we are reconnecting.')).toBeVisible({ timeout: 10_000 })
  await expect(getBuyButton(page, 'up')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('old price')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Shift+ArrowUp')
  await page.waitForTimeout(20_000)
  await context.setOffline(false)
  await expect(getBuyButton(page, 'up')).toHaveAttribute('aria-disabled', 'false')
  await expect(page.getByText('old price')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Closed today (1)' })).toBeVisible({ timeout: 60_000 })
  expect(await queryDatabase('select count(*)::int as count from trades where user_id = $1', [trader.id])).toEqual([
    { count: 1 },
  ])
})

test('a blocked account sees why it cannot trade, and the way out', async ({ page }) => {
  await createTrader(page)
  await page.route('**/api/trading/market', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), blocked: true } })
  })
  await page.goto('/en/trading#/home')
  const block = page.getByRole('region', { name: 'Trading is paused' })
  await expectNoAxeViolationsInBothThemes(page)
  await block.getByRole('link', { name: 'Verify your account' }).click()
  await page.waitForURL('**/en/trading#/show/personal/documents')
})

test('a layout of two charts with an indicator is remembered', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const trader = await createTrader(page, { practice: true })
  await openTrading(page, trader.id)
  await page.getByRole('radio', { name: 'Two charts' }).check({ force: true })
  const second = page.getByRole('region', { name: 'Chart of Ethereum' })
  await second.getByRole('button', { name: 'Indicators' }).click()
  await page.getByRole('menuitem', { name: /^Bollinger bands/ }).click()
  await expect(page.getByRole('region', { name: 'Trade Ethereum' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.reload()
  await expect(second.getByText('BB 20')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Trade Ethereum' })).toBeVisible()
})

test('the trading screen adds at most 150 KB of JavaScript to what every screen loads', async ({ page }) => {
  const trader = await createTrader(page, { practice: true })
  await openScreen(page, '/en/trading#/show/terms', 'Terms of use')
  const shell = await listScripts(page)
  await openTrading(page, trader.id)
  await expect(page.getByRole('img', { name: /^Price chart/ })).toBeVisible()
  const added = (await listScripts(page)).filter(({ name }) => !shell.some((script) => script.name === name))
  expect(added.length).toBeGreaterThan(2)
  expect(added.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(150_000)
})

test.describe('on a phone, in Russian', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  for (const [name, size] of [
    ['upright', { width: 390, height: 844 }],
    ['on its side', { width: 844, height: 390 }],
  ] as const) {
    test(`${name}, chart and buttons fit the screen without scrolling`, async ({ page }) => {
      const trader = await createTrader(page, { practice: true, language: 'ru', currency: 'RUB' })
      await page.setViewportSize(size)
      await openTrading(page, trader.id, { lang: 'ru' })
      for (const part of [
        page.getByRole('img', { name: /^График/ }),
        getBuyButton(page, 'up'),
        getBuyButton(page, 'down'),
      ])
        await expect(part).toBeInViewport({ ratio: name === 'upright' ? 1 : 0.6 })
      const fits = () =>
        page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
      expect(await fits()).toBe(true)
      await page.getByRole('button', { name: /выбрать другой инструмент$/ }).tap()
      const symbols = page.getByRole('list', { name: 'Инструменты' })
      await expect(symbols).toBeVisible()
      const isInPopover = (list: Element) => {
        const bottom = list.closest('[data-trigger]')?.getBoundingClientRect().bottom ?? 0
        return list.getBoundingClientRect().bottom <= Math.min(bottom, innerHeight)
      }
      expect(await symbols.evaluate(isInPopover)).toBe(true)
      await page.keyboard.press('Escape')
      await getBuyButton(page, 'down').tap()
      await expect(page.getByRole('list', { name: 'Открытые (1)' }).getByRole('listitem')).toHaveCount(1)
      expect(await fits()).toBe(true)
      await expectNoAxeViolations(page)
    })
  }
})

/** The value can fall between the press and its arrival: then nothing is sold. */
async function sellOpenTrade(page: Page): Promise<void> {
  await expect(async () => {
    const button = getOpenTrades(page).getByRole('button', { name: /^Sell for/ })
    if ((await button.count()) > 0) await button.click({ timeout: 1000 })
    await expect(getOpenTrades(page)).toHaveCount(0, { timeout: 3000 })
  }).toPass()
}
