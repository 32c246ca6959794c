import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { rememberWorkspace } from './helpers/workspace.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'

test('a signal of the shown symbol passes axe and opens its chart by keyboard, and the list has its result', async ({
  page,
}) => {
  const errors = collectPageErrors(page)
  const trader = await createTrader(page, { practice: true })
  const chart = { symbol: 'SOLUSD', seconds: 5, kind: 'candles', indicators: [] }
  await rememberWorkspace(page, trader.id, { charts: [chart, chart, chart, chart] })
  // The server makes signals of its own, which the test removes.
  await queryDatabase(`delete from signals where symbol = 'SOLUSD'`, [])
  // The page asks 5 s after it has opened, then minutes later.
  await queryDatabase(
    `insert into signals (symbol, direction, at, digits, points, noted_minutes, points_5)
     values ('SOLUSD', 'up', date_trunc('second', now()), 2, 17240, 5, 17251) on conflict do nothing`,
    [],
  )
  await page.goto('/en/trading#/home')
  const line = page.getByRole('region', { name: 'Signal', exact: true })
  await expect(line.getByText('Solana', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await line.getByRole('link', { name: 'Open on chart, Solana' }).press('Enter')
  await expect(page.getByRole('button', { name: '5m', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/#\/home$/)
  await line.getByRole('link', { name: 'All signals' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Signals')
  const row = page
    .getByRole('row')
    .filter({ hasText: 'Solana' })
    .filter({ hasText: /right\s?\+0\.06%/ })
  await expect(row.first()).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  expect(errors).toEqual([])
})

test.describe('on a phone, in Russian', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the list of signals and an example fit the screen and pass axe', async ({ page }) => {
    await createTrader(page, { practice: true, language: 'ru' })
    await queryDatabase(
      `insert into signals (symbol, direction, at, digits, points, noted_minutes, points_5, points_15)
       values ('BTCUSD', 'down', now() - interval '20 minutes', 2, 6725010, 15, 6730010, 6690010) on conflict do nothing`,
      [],
    )
    await page.goto('/ru/trading#/show/signals')
    await expect(page.getByText('неверно').first()).toBeVisible()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await page.getByRole('button', { name: 'Показать пример' }).tap()
    await expect(page.getByRole('region', { name: 'Сигнал', exact: true })).toBeInViewport({ ratio: 1 })
    await expectNoAxeViolations(page)
  })
})
