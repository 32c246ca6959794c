import { randomUUID } from 'node:crypto'

import { buildTransferLines, postEntry } from '../apps/server/src/modules/ledger/service.ts'
import { insertEndingTrades } from './helpers/ending-trades.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { getOwnerDb } from './helpers/database.ts'
import { openInNewDocument, openScreen } from './helpers/page.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader, type Trader } from './helpers/trader.ts'

/** Books deposits of $100 each, as the ledger does. */
async function bookDeposits(trader: Trader, count: number): Promise<void> {
  const [from, to] = [
    { account: 'clearing:ORANGE', userId: null },
    { account: 'cash', userId: trader.id },
  ]
  const lines = buildTransferLines(from, to, 10_000, 'USD')
  for (let number = 0; number < count; number += 1)
    await postEntry(getOwnerDb(), { kind: 'deposit.credited', subject: `e2e:${randomUUID()}`, at: new Date(), lines })
}

test('the history is read with the keyboard alone: a row and its details, and the parts of a date field', async ({
  page,
}) => {
  const trader = await createTrader(page)
  await bookDeposits(trader, 20)
  await openScreen(page, '/en/trading#/show/history', 'History')
  const table = page.getByRole('table', { name: 'History' })
  await expect(page.getByText('20 entries')).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  await table.getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Deposit' }).getByText('$2,000.00')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(table.getByRole('button').first()).toBeFocused()
  // The end is typed before the start, so that it is cleared.
  await page.getByRole('group', { name: 'To' }).getByRole('spinbutton').first().focus()
  await page.keyboard.type('01012020')
  // This leads to the button of the calendar, and out of the field.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByText('The end was before the start. Choose it again.')).toBeVisible()
  await expect(page.getByText('20 entries')).toBeVisible()
})

test('on a phone the page scrolls instead of the history in it, draws the rows that come into view, and keeps their day in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await bookDeposits(await createTrader(page), 40)
  await openScreen(page, '/en/trading#/show/history', 'History')
  const history = page.getByRole('table', { name: 'History' })
  expect(await history.evaluate((table) => getComputedStyle(table).overflowY)).toBe('visible')
  const oldest = history.locator(`[aria-rowindex="${await history.getAttribute('aria-rowcount')}"]`)
  await expect(oldest).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(oldest.getByRole('button')).toBeInViewport()
  await expect(history.getByText('today')).toBeInViewport()
})

test('history and reports fit a phone in Russian, and reports show every column on a wide screen in both languages', async ({
  page,
}) => {
  const trader = await createTrader(page, { practice: true })
  await insertEndingTrades(trader.id, 2500, true)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/ru/trading#/show/history')
  await expect(page.getByText(/^\d+ запис/)).toBeVisible()
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
  const filters = page.getByRole('group', { name: 'Фильтры' })
  await expect(filters).toBeHidden()
  await page.getByRole('button', { name: 'Фильтры' }).click()
  await expect(filters).toBeVisible()
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Отчёты' }).click()
  // The names of the columns, the day and four trades.
  await expect(page.getByRole('table', { name: 'Отчёты' }).getByRole('row')).toHaveCount(6)
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const [lang, name] of [
    ['ru', 'Отчёты'],
    ['en', 'Reports'],
  ] as const) {
    if (lang === 'en') await openInNewDocument(page, '/en/trading#/show/reports')
    const table = page.getByRole('table', { name })
    await expect(table.getByRole('row')).toHaveCount(6)
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), lang).toBe(0)
  }
})
