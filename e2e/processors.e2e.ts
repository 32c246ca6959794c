import { canaryCode, testCards } from './helpers/card-data-canaries.ts'
import { expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import {
  chooseBonus,
  expectFailure,
  expectSuccess,
  fetchCharges,
  fillCard,
  fillMaestroCardWithoutCode,
  keepCard,
  openFunding,
  submitPayment,
} from './helpers/pay.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

/**
 * One good and one bad path for each kind of step that only a browser can show. What every processor answers, charges and
 * credits is tested in apps/server/src/modules/cards/processor-flows.test.ts.
 */

test('ZOOM: the browser exchanges the card for a token, and a saved card pays with the code beside it', async ({
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
  await expect(page.getByRole('radiogroup', { name: 'Saved cards' })).toBeVisible()
  await page.locator('input[name=cvc]').fill(canaryCode)
  await submitPayment(page)
  await expectSuccess(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await fetchCharges(trader)).toHaveLength(2)
})

test('ZOOM: a decline shows its reason and keeps the amount', async ({ page }) => {
  const trader = await createTrader(page, { cascade: 'ZOOM' })
  await openFunding(page)
  await page.locator('input[name=amount]').fill('2500')
  await fillCard(page, testCards.approves, 'ZOOM-1')
  await submitPayment(page)
  await expectFailure(page, 'The payment was declined')
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.locator('input[name=cardnumber]')).toBeFocused()
  await expect(page.locator('input[name=cardnumber]')).toHaveValue('')
  await expect(page.locator('input[name=amount]')).toHaveValue('2,500')
  expect(await fetchCharges(trader)).toEqual([])
})

// CONCEPT's page returns to a query. Payments at ORANGE, in payment-resume.e2e.ts, return to a hash route.
test('CONCEPT: a payment approved on its page succeeds', async ({ page }) => {
  const trader = await createTrader(page, { cascade: 'CONCEPT' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'CONCEPT-OK')
  await submitPayment(page)
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await page.waitForURL(/\/en\/trading#\/listen\/funding\//)
  await expectSuccess(page)
  expect(await fetchCharges(trader)).toHaveLength(1)
})

test('PFS: a payment declined on its page fails', async ({ page }) => {
  const trader = await createTrader(page, { country: 'DE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'PFS-0000')
  await submitPayment(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.waitForURL(/\/en\/trading/)
  await expectFailure(page, /./)
  expect(await fetchCharges(trader)).toEqual([])
})

test('ENTROPAY: its page comes before the code, and an earlier code leads to the page', async ({ page }) => {
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

test('ENTROPAY: a trader can skip it and pay another way', async ({ page }) => {
  const trader = await createTrader(page, { cascade: 'ENTROPAY,UNIVERSE' })
  await openFunding(page)
  await fillMaestroCardWithoutCode(page, 'ENTROPAY-PIN')
  await submitPayment(page)
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await expectSuccess(page)
  expect(await fetchCharges(trader)).toEqual([{ processor: 'UNIVERSE', amount: 100_000 }])
})

test('a second page of the bank is announced, the first is not', async ({ page }) => {
  await createTrader(page, { cascade: 'ORANGE,CONCEPT' })
  await openFunding(page)
  await fillCard(page, testCards.secureDeclines)
  await submitPayment(page)
  await page.getByRole('button', { name: 'Approve the payment' }).click({ timeout: 30_000 })
  await expect(page.getByText('Your bank may ask once more')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Use another card' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await expectFailure(page, 'The payment was declined')
})

test("the cascade tries every processor until the last one succeeds, and shows no processor's name", async ({
  page,
}) => {
  const trader = await createTrader(page)
  await openFunding(page)
  await fillCard(page, testCards.declines, 'EZPAY-APPROVED')
  await submitPayment(page)
  await expect(page.getByText('Trying another payment company').first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: /^Your payment/ })).not.toContainText(
    /zoom|entropay|orange|concept|universe|ezpay/i,
  )
  await page.getByRole('button', { name: 'Approve the payment' }).click({ timeout: 30_000 })
  await expectSuccess(page)
  expect(await fetchCharges(trader)).toEqual([{ processor: 'EZPAY', amount: 100_000 }])
  const tried = await queryDatabase(
    'select a.processor from attempts a join deposits d on d.id = a.deposit_id where d.user_id = $1 order by a.seq',
    [trader.id],
  )
  expect(tried.map(({ processor }) => processor)).toEqual([
    'FRAUD',
    'ZOOM',
    'ENTROPAY',
    'ORANGE',
    'ORANGE_NOT3D',
    'CONCEPT',
    'UNIVERSE',
    'EZPAY',
  ])
})
