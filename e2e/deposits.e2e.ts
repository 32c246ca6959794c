import { testCards } from './helpers/card-data-canaries.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { openScreen, selectOption } from './helpers/page.ts'
import {
  chooseMethod,
  expectSuccess,
  fetchCharges,
  fillCard,
  keepCard,
  openFunding,
  submitPayment,
} from './helpers/pay.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

test('the amount stays when the method changes, and every deposit is in the list, with filters in the address', async ({
  page,
}) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await page.locator('input[name=amount]').fill('700')
  await chooseMethod(page, 'Skrill')
  await expect(page.locator('input[name=amount]')).toHaveValue('700')
  await expectNoAxeViolationsInBothThemes(page)
  await page.getByRole('button', { name: 'Pay $700' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'The payment failed. Nothing was charged.' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()

  await chooseMethod(page, 'Card')
  await expect(page.locator('input[name=amount]')).toHaveValue('700')
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await keepCard(page)
  await submitPayment(page)
  await expectSuccess(page)

  await page.getByRole('banner').getByRole('link', { name: 'History' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Deposits', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Deposits' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Deposits' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expectNoAxeViolationsInBothThemes(page)
  await selectOption(page, /Status/, 'Did not go through')
  await expect(page).toHaveURL(/#\/show\/deposits\?state=failed$/)
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText('Skrill')
  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.goBack()
  await expect(table.getByRole('row')).toHaveCount(3)

  // A phone, by keyboard.
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: /^Receipt/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText('TRADEFRONT')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')

  // Quick top-up.
  await openScreen(page, '/en/trading#/show/account', 'Account')
  await page.getByRole('button', { name: 'Quick top-up' }).click()
  const charge = page.getByRole('button', { name: /^Charge \$700 to Visa •••• \d{4}$/ })
  await expect(charge).toBeVisible()
  await expectNoAxeViolations(page)
  await page.locator('input[name=cvc]').fill('123')
  await charge.dblclick()
  await expectSuccess(page)
  expect(await fetchCharges(trader)).toHaveLength(2)
})
