import { canaryCode, testCards } from './helpers/card-data-canaries.ts'
import { expectNoAxeViolations } from './helpers/axe.ts'
import {
  chooseBonus,
  expectFailure,
  expectSuccess,
  fetchCharges,
  fillCard,
  keepCard,
  openFunding,
  submitPayment,
} from './helpers/pay.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

/**
 * There is one path for each kind of step that only a browser can show. What every processor answers, charges and credits is tested in
 * apps/server/src/modules/cards/processor-flows.test.ts.
 */

test('the script of ZOOM exchanges the card for a token in the browser, and a saved card with the code beside it', async ({
  page,
}) => {
  const trader = await createTrader(page, { cascade: 'ZOOM' })
  await openFunding(page)
  await chooseBonus(page)
  await fillCard(page, testCards.approves, 'ZOOM-0')
  await keepCard(page)
  await submitPayment(page)
  await expectSuccess(page)
  await expect(page.getByText('Your balance is now $1,500.00.')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('$1,500.00')
  expect(await fetchCharges(trader)).toEqual([{ processor: 'ZOOM', amount: 100_000 }])
  await page.getByRole('button', { name: 'Add more' }).click()
  await expect(page.getByRole('region', { name: 'Card', exact: true })).toContainText('4242')
  await page.locator('input[name=cvc]').fill(canaryCode)
  await submitPayment(page)
  await expectSuccess(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await fetchCharges(trader)).toHaveLength(2)
})

test('the page of ENTROPAY leads back to the question about the code, and an earlier code leads to the page', async ({
  page,
}) => {
  await createTrader(page, { cascade: 'ENTROPAY' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'ENTROPAY-TRUE')
  await submitPayment(page)
  const startDialog = page.getByRole('dialog', { name: 'One more step' })
  const codeDialog = page.getByRole('dialog', { name: 'Confirm with your code' })
  await startDialog.waitFor()
  await page.goto('/en/trading#/show/funding/entro')
  await codeDialog.getByLabel('PIN or CVV').fill(canaryCode)
  await page.keyboard.press('Enter')
  await startDialog.getByRole('link', { name: 'Go to the page' }).click()
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await page.waitForURL(/\/en\/trading#\/show\/funding\/entro/)
  await codeDialog.getByLabel('PIN or CVV').fill(canaryCode)
  await page.keyboard.press('Enter')
  await expectSuccess(page)
})

test('the browser goes to the first page of a bank by itself, returns, and is asked before it goes to a second one', async ({
  page,
}) => {
  await createTrader(page, { cascade: 'ORANGE,CONCEPT' })
  await openFunding(page)
  await fillCard(page, testCards.secureDeclines)
  await submitPayment(page)
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await expect(page.getByText('Your bank may ask once more')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use another card' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await expectFailure(page, 'The payment was declined')
})
