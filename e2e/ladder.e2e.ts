import type { Page } from '@playwright/test'

import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'

/** Bitcoin, whose market is always open. */
async function openLadder(page: Page, traderId: number, lang: 'en' | 'ru') {
  const chart = { symbol: 'BTCUSD', seconds: 5, kind: 'candles', indicators: [] }
  const workspace = {
    ...{ charts: [chart, chart, chart, chart], layout: 'one', activeChart: 0 },
    ...{ favourites: [], stake: 50, expiry: 60, isGuideDone: true },
  }
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    `tradefront.trading-workspace.${traderId}`,
    JSON.stringify(workspace),
  ] as const)
  await page.goto(`/${lang}/trading#/home`)
  const name = lang === 'en' ? 'Ladder' : 'Лестница'
  const opener = page.getByRole('button', { name }).filter({ visible: true })
  await opener.press('Enter')
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  return { frame: page.frameLocator(`iframe[title=${name}]`) }
}

test('an option of the ladder is bought with the keyboard, and Escape in the frame closes the dialog', async ({
  page,
}) => {
  const errors = collectPageErrors(page)
  const trader = await createTrader(page, { practice: true })
  const { frame } = await openLadder(page, trader.id, 'en')
  await expectNoAxeViolationsInBothThemes(page)
  // A strike can be gone with the next price, and a ladder with its time: then nothing is sent, or the server refuses.
  await expect(async () => {
    const option = frame.getByRole('button', { name: /^Below [\d,.]+, \+(?:[5-9]\d|1\d\d)%$/ }).first()
    await option.focus({ timeout: 1000 })
    await page.keyboard.press('Space')
    await frame.getByRole('button', { name: /^Buy below/ }).focus({ timeout: 1000 })
    const sent = page.waitForRequest('**/api/trading/ladder/buy', { timeout: 15_000 })
    await Promise.all([sent, page.keyboard.press('Enter')])
    const reply = await (await sent).response()
    expect(await reply?.json()).toMatchObject({ return: true })
  }).toPass()
  await expect(frame.getByRole('status').filter({ hasText: /^Bitcoin below [\d,.]+, pays \d+%/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Open (1)' })).toBeVisible()
  // The keyboard is back at the button.
  await expect(page.getByRole('button', { name: 'Ladder' }).and(page.locator(':focus'))).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Ladder' })).toBeVisible()
  const [trade] = await queryDatabase(
    'select direction, strike_points is not null as has_strike from trades where user_id = $1',
    [trader.id],
  )
  expect(trade).toEqual({ direction: 'down', has_strike: true })
  expect(errors).toEqual([])
})

test.describe('on a phone, in Russian', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the ladder fits the screen, with the purchase at the thumb', async ({ page }) => {
    const trader = await createTrader(page, { practice: true, language: 'ru', currency: 'RUB' })
    const { frame } = await openLadder(page, trader.id, 'ru')
    // A new ladder, each quarter of an hour, forgets what was chosen.
    await expect(async () => {
      const option = frame.getByRole('button', { name: /^Выше [\d\s,.]+, \+\d+\s%$/ })
      await option.first().tap({ timeout: 5000 })
      await expect(frame.getByRole('button', { name: /^Купить выше/ })).toBeInViewport({ ratio: 1, timeout: 5000 })
    }).toPass()
    await expectNoAxeViolations(page)
    const inner = page.frames().find((each) => each.url().includes('/ru/ladder'))
    const defects = (await inner?.evaluate(findLayoutDefects)) ?? ['no frame']
    // The rows are scrolled behind the ticket.
    expect(defects.filter((defect) => !/^lie on one another: .*(Выше|Ниже)/.test(defect))).toEqual([])
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
  })
})
