import type { Locator } from '@playwright/test'

import { testCards } from './helpers/card-data-canaries.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { openScreen, selectOption } from './helpers/page.ts'
import { expectSuccess, fetchCharges, fillCard, keepCard, openFunding, submitPayment } from './helpers/pay.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

/** Returns a lightness from 0 to 1. */
function getLightness(text: Locator): Promise<number> {
  return text.evaluate((element) => Number(/oklch\(([\d.]+)/.exec(getComputedStyle(element).color)?.[1]))
}

test('a receipt prints dark on light paper, filters of the list survive a reload and Back, and a double click tops up once', async ({
  page,
}) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await keepCard(page)
  await submitPayment(page)
  await expectSuccess(page)
  await expectNoAxeViolations(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  const name = page.getByText('Ada Lovelace,')
  await expect(name).toBeVisible()
  await expect.poll(() => getLightness(name)).toBeLessThan(0.4)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })

  await openScreen(page, '/en/trading#/show/deposits', 'Deposits')
  const table = page.getByRole('table', { name: 'Deposits' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expectNoAxeViolationsInBothThemes(page)
  await selectOption(page, /Status/, 'Did not go through')
  await expect(page).toHaveURL(/#\/show\/deposits\?state=failed$/)
  await expect(page.getByRole('button', { name: /^Receipt/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: /Status/ })).toContainText('Did not go through')
  await page.goBack()
  await expect(table.getByRole('row')).toHaveCount(2)

  // From here on, the page is on a phone and used by keyboard.
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: /^Receipt/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText('TRADEFRONT')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')

  await openScreen(page, '/en/trading#/show/account', 'Account')
  await page.getByRole('button', { name: 'Quick top-up' }).click()
  const charge = page.getByRole('button', { name: /^Charge \$1,000 to Visa •••• \d{4}$/ })
  await expect(charge).toBeVisible()
  await expectNoAxeViolations(page)
  await page.locator('input[name=cvc]').fill('123')
  await charge.dblclick()
  await expectSuccess(page)
  expect(await fetchCharges(trader)).toHaveLength(2)
})
