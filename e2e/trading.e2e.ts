import type { Page } from '@playwright/test'

import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { changeFixedRows, queryDatabase } from './helpers/database.ts'
import { acceptLateOrders } from './helpers/page.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { rememberWorkspace } from './helpers/workspace.ts'

async function openTrading(page: Page, traderId: number, { lang = 'en' }: { lang?: string } = {}): Promise<void> {
  await rememberWorkspace(page, traderId)
  await acceptLateOrders(page)
  await page.goto(`/${lang}/trading#/home`)
  await expect(getBuyButton(page, 'up')).toHaveAttribute('aria-disabled', 'false')
}

const names = { up: /^(Up|Вверх)/, down: /^(Down|Вниз)/ } as const
const getBuyButton = (page: Page, direction: keyof typeof names) => page.getByRole('button', { name: names[direction] })
const getOpenTrades = (page: Page) => page.getByRole('list', { name: /^(Open|Открытые) \(/ }).getByRole('listitem')

const listStates = (traderId: number) =>
  queryDatabase(`select state = 'open' as is_open from trades where user_id = $1`, [traderId])

/** Makes the trade of a trader that has started due, and waits until the server has closed it. */
async function letTradeExpire(traderId: number): Promise<void> {
  await changeFixedRows(`update trades set expires_at = now() where user_id = $1 and open_points is not null`, [
    traderId,
  ])
  await expect.poll(() => listStates(traderId)).toEqual([{ is_open: false }])
}

/** Finds the button by Tab alone. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate(() => document.activeElement?.textContent ?? '')
    if (name.test(text.trim())) return
  }
  throw new Error(`no Tab leads to ${name}`)
}

test('a trade is bought by Tab and Enter alone, its result is announced, and each screen on the way passes axe', async ({
  page,
}) => {
  const errors = collectPageErrors(page)
  const trader = await createTrader(page, { practice: true })
  await openTrading(page, trader.id)
  await expectNoAxeViolationsInBothThemes(page)
  await page.getByRole('heading', { level: 1 }).focus()
  await tabTo(page, /^Down/)
  await expect(getBuyButton(page, 'down')).toBeFocused()
  // A press while there is no fresh price does nothing.
  await getBuyButton(page, 'down').and(page.locator('[aria-disabled=false]')).press('Enter')
  const message = (text: RegExp) => page.getByRole('status').filter({ hasText: text })
  await expect(message(/^Bitcoin down, starts at \d/)).toBeVisible()
  await expect(message(/^Bitcoin down, bought at [\d,.]+/)).toBeVisible()
  await expect(getOpenTrades(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Practice \$9,950\.00/ })).toBeVisible()
  await expect(getOpenTrades(page).getByText('If it ended now')).toBeVisible()
  const result = /^Bitcoin: (won, \+\$\d+\.\d\d|lost, −\$50\.00|tie, your stake is back)( Balance \$[\d,]+\.\d\d)?$/
  const announcement = page.getByRole('status').filter({ hasText: result })
  await expectNoAxeViolations(page)
  // It is shown for 6 s.
  const announced = announcement.waitFor()
  await Promise.all([announced, letTradeExpire(trader.id)])
  await expect(getOpenTrades(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Closed (1)' }).click()
  await page.getByRole('list', { name: 'Closed (1)' }).getByRole('link', { name: 'Bitcoin' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bitcoin trade')
  await expect(page.getByText('decided the trade', { exact: true })).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  expect(errors).toEqual([])
})

test('a trade that is bought in one tab is open in another, and one that is sold there is closed in the first', async ({
  page,
  context,
}) => {
  const trader = await createTrader(page, { practice: true })
  await openTrading(page, trader.id)
  const other = await context.newPage()
  await openTrading(other, trader.id)
  await getBuyButton(page, 'up').click()
  await expect(getOpenTrades(other)).toHaveCount(1)
  const sell = getOpenTrades(other).getByRole('button', { name: /^Sell for ≈/ })
  await sell.click()
  await expect(getOpenTrades(page).getByRole('button', { name: /^Selling at/ })).toBeVisible()
  // After a large move until its price, a sale is refused, and the trader sells again.
  await expect(async () => {
    if (await sell.isVisible()) await sell.click()
    await expect(getOpenTrades(other)).toHaveCount(0, { timeout: 8000 })
  }).toPass()
  await expect(getOpenTrades(page)).toHaveCount(0)
})

test('a browser that goes offline says so at once and buys nothing, and shows what has happened when it is back', async ({
  page,
  context,
}) => {
  const trader = await createTrader(page, { practice: true })
  await openTrading(page, trader.id)
  await page.keyboard.press('Shift+ArrowUp')
  await expect(getOpenTrades(page).getByText('If it ended now')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Offline. Prices have stopped; we are reconnecting.')).toBeVisible()
  await expect(getBuyButton(page, 'up')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('old price')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Shift+ArrowUp')
  await letTradeExpire(trader.id)
  await context.setOffline(false)
  await expect(getBuyButton(page, 'up')).toHaveAttribute('aria-disabled', 'false')
  await expect(page.getByText('old price')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Closed (1)' })).toBeVisible()
  expect(await listStates(trader.id)).toHaveLength(1)
})

test('on a laptop a new trader sees Up and Down without scrolling, a purchase moves nothing, and two charts are remembered', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAsNewTrader(page)
  await expect(page.getByText('Confirm your e-mail')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Your first trade' })).toBeVisible()
  await expectPurchaseToMoveNothing(page)

  await page.getByRole('radio', { name: 'Two charts' }).check({ force: true })
  const second = page.locator('section[aria-label^="Chart of"]').nth(1)
  const name = (await second.getAttribute('aria-label')) ?? ''
  const bands = page.getByRole('checkbox', { name: 'Bollinger bands' })
  // The list closes when what is around it moves, e.g. at the end of the first trade.
  await expect(async () => {
    if (!(await bands.isVisible())) await second.getByRole('button', { name: 'Indicators' }).click({ timeout: 2000 })
    await bands.check({ force: true, timeout: 2000 })
  }).toPass()
  await expectNoAxeViolations(page)
  await page.reload()
  await expect(page.getByRole('region', { name }).getByText('BB 20')).toBeVisible()
})

test.describe('on a phone, in Russian', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('chart, buttons and the list of symbols fit the screen upright and on its side, and the first purchase moves nothing', async ({
    page,
  }) => {
    const trader = await createTrader(page, { practice: true, language: 'ru' })
    await openTrading(page, trader.id, { lang: 'ru' })
    for (const size of [
      { width: 844, height: 390 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      const ratio = size.width === 390 ? 1 : 0.6
      for (const part of [
        page.getByRole('img', { name: /^График/ }),
        getBuyButton(page, 'up'),
        getBuyButton(page, 'down'),
      ])
        await expect(part).toBeInViewport({ ratio })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
      await page.getByRole('button', { name: /выбрать другой инструмент$/ }).tap()
      const symbols = page.getByRole('list', { name: 'Инструменты' })
      await expect(symbols).toBeVisible()
      const isInPopover = (list: Element) => {
        const bottom = list.closest('[data-trigger]')?.getBoundingClientRect().bottom ?? 0
        return list.getBoundingClientRect().bottom <= Math.min(bottom, innerHeight)
      }
      expect(await symbols.evaluate(isInPopover)).toBe(true)
      await page.keyboard.press('Escape')
      await expect(symbols).toBeHidden()
    }
    await expectNoAxeViolations(page)

    await openAsNewTrader(page, 'ru')
    await expectPurchaseToMoveNothing(page)
    await getBuyButton(page, 'down').and(page.locator('[aria-disabled=false]')).tap()
    await expect(getOpenTrades(page)).toHaveCount(2)
    await expect(getOpenTrades(page).getByText('Если бы сейчас')).toHaveCount(2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

/** With the guide to the first trade, and the request to prove the address. */
async function openAsNewTrader(page: Page, language: 'en' | 'ru' = 'en'): Promise<void> {
  // An open screen reloads itself when the session becomes another trader's, which would end a later navigation.
  await page.goto('/favicon.svg')
  const trader = await createTrader(page, { practice: true, language })
  await queryDatabase('update users set email_proved_at = null where id = $1', [trader.id])
  await acceptLateOrders(page)
  await page.goto(`/${language}/trading#/home`)
  await expect(getBuyButton(page, 'up')).toHaveAttribute('aria-disabled', 'false')
}

async function expectPurchaseToMoveNothing(page: Page): Promise<void> {
  for (const direction of ['up', 'down'] as const)
    await expect(getBuyButton(page, direction)).toBeInViewport({ ratio: 1 })
  const before = await getBuyButton(page, 'up').boundingBox()
  // A click of the button's locator would scroll first.
  await page.mouse.click((before?.x ?? 0) + 20, (before?.y ?? 0) + 20)
  await expect(getOpenTrades(page)).toHaveCount(1)
  expect(await getBuyButton(page, 'up').boundingBox()).toEqual(before)
}
