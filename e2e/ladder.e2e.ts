import type { Page } from '@playwright/test'

import { expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Bitcoin, whose market is always open. */
async function openLadder(page: Page, traderId: number) {
  const chart = { symbol: 'BTCUSD', seconds: 5, kind: 'candles', indicators: [] }
  const workspace = {
    ...{ charts: [chart, chart, chart, chart], arrangement: 'one', activeChart: 0 },
    ...{ favourites: [], stake: 50, expiry: 60, isGuideDone: true },
  }
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    `tradefront.trading-workspace.${traderId}`,
    JSON.stringify(workspace),
  ] as const)
  await page.goto('/ru/trading#/home')
  const opener = page.getByRole('button', { name: 'Лестница' }).filter({ visible: true })
  await opener.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Лестница' })).toBeVisible()
  return { frame: page.frameLocator('iframe[title=Лестница]'), opener }
}

test('the frame of the ladder fits a phone in Russian, sells by keyboard, and Escape in it closes the dialog', async ({
  page,
}) => {
  const errors = collectPageErrors(page)
  const trader = await createTrader(page, { practice: true, language: 'ru' })
  const { frame, opener } = await openLadder(page, trader.id)
  const option = frame.getByRole('button', { name: /^Ниже [\d\s,.]+, \+(?:[5-9]\d|1\d\d)\s%$/ }).first()
  const buy = frame.getByRole('button', { name: /^Купить ниже/ })
  // A new ladder, each quarter of an hour, forgets what was chosen.
  await expect(async () => {
    await option.tap({ timeout: 5000 })
    await expect(buy).toBeInViewport({ ratio: 1, timeout: 5000 })
  }).toPass()
  await expectNoAxeViolationsInBothThemes(page)
  const inner = page.frames().find((each) => each.url().includes('/ru/ladder'))
  const defects = (await inner?.evaluate(findLayoutDefects)) ?? ['no frame']
  // The rows are scrolled behind the ticket.
  expect(defects.filter((defect) => !/^lie on one another: .*(Выше|Ниже)/.test(defect))).toEqual([])
  expect(await page.evaluate(findLayoutDefects)).toEqual([])

  // A strike can be gone with the next price, and a ladder with its time: then nothing is sent, or the server refuses.
  await expect(async () => {
    await option.focus({ timeout: 1000 })
    await page.keyboard.press('Space')
    await buy.focus({ timeout: 1000 })
    const sent = page.waitForRequest('**/api/trading/ladder/buy', { timeout: 15_000 })
    await Promise.all([sent, page.keyboard.press('Enter')])
    const reply = await (await sent).response()
    expect(await reply?.json()).toMatchObject({ return: true })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Открытые (1)' })).toBeVisible()
  await expect(opener).toBeFocused()
  const trades = await queryDatabase(
    'select direction, strike_points is not null as has_strike from trades where user_id = $1',
    [trader.id],
  )
  expect(trades).toEqual([{ direction: 'down', has_strike: true }])
  expect(errors).toEqual([])
})
