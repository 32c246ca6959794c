import { canaryCode, testCards } from './helpers/card-data-canaries.ts'
import { expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { selectOption } from './helpers/page.ts'
import {
  chooseBonus,
  chooseCard,
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

test.use({ reducedMotion: 'no-preference' })

/** The form of the funding page: amount, card and saved card. */

test('amount, tier, bonus and turnover follow the amount, and an amount that is changed or has cents is not paid', async ({
  page,
}) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  const amount = page.locator('input[name=amount]')
  const summary = page.getByRole('region', { name: 'What you get' })
  await expect(amount).toHaveValue('1,000')
  await expect(summary).not.toContainText('Bonus')
  await chooseBonus(page)
  await expect(page.getByRole('button', { name: /^Silver/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(summary).toContainText('+$500')
  await expect(summary).toContainText('$15,000')
  await amount.fill('3000')
  await expect(page.getByRole('button', { name: /^Gold/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(summary).toContainText('$90,000')
  await page.getByText('No bonus').click()
  await expect(summary).not.toContainText('Bonus')
  await expect(page.getByRole('button', { name: 'Pay $3,000' })).toBeVisible()
  await amount.fill('20')
  await expect(page.getByText('The smallest deposit is $250.')).toBeVisible()
  await amount.blur()
  await expect(amount).toHaveValue('250')
  await expect(page.getByText('Raised to the minimum, $250.')).toBeVisible()
  await amount.fill('4567')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(amount).toHaveValue('567')
  await amount.fill('99999')
  await expect(page.getByText('The largest deposit is $10,000.')).toBeVisible()
  await amount.blur()
  await expect(amount).toHaveValue('10,000')
  await expect(page.getByText('Lowered to the maximum, $10,000.')).toBeVisible()
  await page.getByRole('slider').focus()
  await page.keyboard.press('Home')
  await expect(amount).toHaveValue('250')
  await page.getByRole('button', { name: /^Gold/ }).click()
  await expect(amount).toHaveValue('3,000')

  await amount.fill('')
  await amount.pressSequentially('99.99')
  await amount.blur()
  await expect(amount).toHaveValue('99.99')
  await expect(page.getByText('Whole amounts only, without cents.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled()
  await amount.fill('')
  await amount.pressSequentially('500.00')
  await expect(page.getByRole('button', { name: 'Pay $500' })).toBeEnabled()

  // A press on Pay lowers the amount to the maximum and does not pay it.
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await amount.fill('99999')
  const box = await page.getByRole('button', { name: 'Pay', exact: true }).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10, { delay: 200 })
  await expect(page.getByRole('button', { name: 'Pay $10,000' })).toBeEnabled()
  expect(await queryDatabase('select id from deposits where user_id = $1', [trader.id])).toEqual([])
})

test('the card form formats typed and pasted input, shows errors at their fields and focuses the first one', async ({
  page,
}) => {
  await createTrader(page)
  await openFunding(page)
  await expect(page.getByRole('combobox', { name: 'Country of the card' })).toHaveValue('Australia')
  await expect(page.getByRole('button', { name: /Month$/ })).toContainText('MM')
  await expect(page.getByRole('button', { name: /Year$/ })).toContainText('YYYY')
  await submitPayment(page)
  const number = page.locator('input[name=cardnumber]')
  await expect(number).toBeFocused()
  await expect(page.getByText('Please fill in the marked fields.')).toBeVisible()
  await expectNoAxeViolations(page)

  await number.fill(' 4242-4242 4242\t4242 ')
  await expect(number).toHaveValue('4242 4242 4242 4242')
  await expect(page.getByText('Visa', { exact: true })).toBeVisible()
  const getCaret = (name: string) =>
    page
      .locator(`input[name=${name}]`)
      .evaluate((input) => (input instanceof HTMLInputElement ? input.selectionStart : -1))
  await number.fill('42424249')
  await number.focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft')
  // At a separator, the first press only moves the caret.
  await page.keyboard.press('Backspace')
  await expect.poll(async () => [await number.inputValue(), await getCaret('cardnumber')]).toEqual(['4242 4249', 4])
  await page.keyboard.press('Backspace')
  await expect(number).toHaveValue('4244 249')
  await expect.poll(() => getCaret('cardnumber')).toBe(3)

  await number.fill('3782 822463 10005')
  await page.locator('input[name=ccname]').fill('Ada')
  await submitPayment(page)
  await expect(page.getByText('Cards of this type are not accepted.')).toBeVisible()
  await expect(page.getByText('Enter the first and last name as shown on the card.')).toBeVisible()
  await number.fill('4242 4242 4242')
  await expect(page.getByText('The number of this card must have 16 digits.')).toBeVisible()
  await number.fill('4242 4242 4242 4241')
  await expect(page.getByText('This card number isn’t valid.')).toBeVisible()
  await selectOption(page, /Month/, '01')
  await selectOption(page, /Year/, String(new Date().getUTCFullYear()))
  // In January, the month is not over.
  if (new Date().getUTCMonth() > 0) await expect(page.getByText('This card has expired.')).toBeVisible()
  // The error is at the month; a later year clears it.
  await selectOption(page, /Year/, '2031')
  await expect(page.getByText('This card has expired.')).toHaveCount(0)
  await expect(number).toHaveAttribute('inputmode', 'numeric')
  await expect(number).toHaveAttribute('autocomplete', 'cc-number')

  // High enough for the open list: it closes when the page scrolls under it.
  await page.setViewportSize({ width: 1280, height: 1600 })
  const country = page.getByRole('combobox', { name: 'Country of the card' })
  await country.fill('United States')
  await page.getByRole('option', { name: 'United States', exact: true }).click()
  await submitPayment(page)
  await expect(page.getByRole('button', { name: /State$/ })).toBeVisible()
  await selectOption(page, /State/, 'Texas')
  await fillCard(page, testCards.approves)
  // Enter pays from a card field, but not from the amount.
  await page.locator('input[name=amount]').press('Enter')
  await expect(page.getByRole('button', { name: 'Pay $1,000' })).toBeEnabled()
  await page.locator('input[name=cvc]').press('Enter')
  await expect(page.getByRole('heading', { name: /^Your payment of \$1,000$|is on your account/ })).toBeVisible()
})

test('saved cards are shown by their last four digits, can be chosen and removed', async ({ page }) => {
  await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await keepCard(page)
  await submitPayment(page)
  await expectSuccess(page)
  await page.getByRole('button', { name: 'Add more' }).click()
  await expect(page.getByText('Visa •••• 4242').first()).toBeVisible()
  await expect(page.locator('input[name=cardnumber]')).toHaveCount(0)
  const saved = page.getByRole('radiogroup', { name: 'Saved cards' })
  await chooseCard(page, 'New card')
  await chooseCard(page, /4242/)
  await expect(page.locator('input[name=cardnumber]')).toHaveCount(0)
  await chooseCard(page, 'New card')
  await fillCard(page, testCards.mastercard, 'ORANGE-POLL')
  await keepCard(page)
  await submitPayment(page)
  await expectSuccess(page)
  await page.getByRole('button', { name: 'Add more' }).click()
  await expect(saved.getByRole('radio')).toHaveCount(3)
  await expect(saved.getByRole('radio', { name: /4444/ })).toBeChecked()
  await saved.getByRole('button', { name: 'Remove Mastercard •••• 4444' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click()
  await saved.getByRole('button', { name: 'Remove Mastercard •••• 4444' }).click()
  await page.getByRole('button', { name: 'Remove the card' }).click()
  await expect(saved.getByRole('radio', { name: /4242/ })).toBeChecked()
  await saved.getByRole('button', { name: 'Remove Visa •••• 4242' }).click()
  await page.getByRole('button', { name: 'Remove the card' }).click()
  await expect(page.locator('input[name=cardnumber]')).toBeVisible()
  await page.reload()
  await expect(page.locator('input[name=cardnumber]')).toBeVisible()
})

test('ENTROPAY: a typed and a saved card pay with the code that the dialog asks for', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const trader = await createTrader(page, { cascade: 'ENTROPAY' })
  const answerDialog = async () => {
    const dialog = page.getByRole('dialog', { name: 'Confirm with your code' })
    await dialog.getByLabel('PIN or CVV').fill(canaryCode)
    await page.keyboard.press('Enter')
    await expectSuccess(page)
  }
  await openFunding(page)
  await fillCard(page, testCards.approves, 'ENTROPAY-PIN')
  await keepCard(page)
  await submitPayment(page)
  await answerDialog()
  await page.getByRole('button', { name: 'Add more' }).click()
  await expect(page.getByRole('radiogroup', { name: 'Saved cards' })).toBeVisible()
  await submitPayment(page)
  await expect(page.locator('input[name=cvc]')).toBeFocused()
  await expect(page.getByText('Please fill in the marked fields.')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.locator('input[name=cvc]').fill(canaryCode)
  await submitPayment(page)
  await answerDialog()
  expect(await fetchCharges(trader)).toEqual([
    { processor: 'ENTROPAY', amount: 100_000 },
    { processor: 'ENTROPAY', amount: 100_000 },
  ])
})

test('after a decline the trader pays with another card, and only that one is offered afterwards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await createTrader(page, { cascade: 'UNIVERSE' })
  await openFunding(page)
  await fillCard(page, testCards.declines)
  await keepCard(page)
  await submitPayment(page)
  await expectFailure(page, /./)
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.locator('input[name=cardnumber]')).toHaveValue('')
  await fillCard(page, testCards.mastercard)
  await keepCard(page)
  await submitPayment(page)
  await expectSuccess(page)
  await page.getByRole('button', { name: 'Add more' }).click()
  const saved = page.getByRole('radiogroup', { name: 'Saved cards' })
  await expect(saved).toContainText('4444')
  await expect(saved).not.toContainText('0002')
})
