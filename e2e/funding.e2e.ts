import type { Locator, Page } from '@playwright/test'

import {
  canaryCode,
  testCards,
  selectOption,
  collectPageErrors,
  expect,
  expectFailure,
  expectNoAxeViolations,
  expectSuccess,
  fillCard,
  logIn,
  createTrader,
  openFunding,
  submitPayment,
  demoUsers,
  queryDatabase,
  test,
} from './helpers.ts'

/** The funding page: what it says before paying, and how it keeps the card. */

test('amount, tier, bonus and turnover are shown before paying and follow the amount', async ({ page }) => {
  await createTrader(page)
  await openFunding(page)
  const amount = page.locator('input[name=amount]')
  const summary = page.getByRole('region', { name: 'What you get' })
  await expect(amount).toHaveValue('1,000')
  await expect(page.getByRole('button', { name: /^Silver/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(summary).toContainText('+$500')
  await expect(summary).toContainText('$15,000')
  await amount.fill('3000')
  await expect(page.getByRole('button', { name: /^Gold/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(summary).toContainText('$90,000')
  await page.getByText('Fixed, no bonus').click()
  await expect(summary).not.toContainText('Bonus')
  await expect(page.getByRole('button', { name: 'Pay $3,000' })).toBeVisible()
  await amount.fill('20')
  await expect(page.getByText('The smallest deposit is $250.')).toBeVisible()
  await amount.blur()
  await expect(amount).toHaveValue('250')
  await amount.fill('4567')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(amount).toHaveValue('567')
  await amount.fill('99999')
  await expect(page.getByText('The largest deposit is $10,000.')).toBeVisible()
  await amount.blur()
  await expect(amount).toHaveValue('10,000')
  await page.getByRole('slider').focus()
  await page.keyboard.press('Home')
  await expect(amount).toHaveValue('250')
  await page.getByRole('button', { name: /^Gold/ }).click()
  await expect(amount).toHaveValue('3,000')
})

test('amounts in roubles are sixty times higher, with the sign after the number', async ({ page }) => {
  await createTrader(page, { currency: 'RUB' })
  await openFunding(page)
  await expect(page.locator('input[name=amount]')).toHaveValue('60,000')
  await expect(page.getByText('From 15,000 rub to 600,000 rub, whole amounts')).toBeVisible()
})

test('the card form formats typed and pasted input, shows errors at their fields and focuses the first one', async ({
  page,
}) => {
  await createTrader(page)
  await openFunding(page)
  await expect(page.getByRole('combobox', { name: 'Country of the card' })).toHaveValue('France')
  await expect(page.getByRole('button', { name: /Month$/ })).toContainText('01')
  await expect(page.getByRole('button', { name: /Year$/ })).toContainText('2026')
  await submitPayment(page)
  const number = page.locator('input[name=cardnumber]')
  await expect(number).toBeFocused()
  await expect(page.getByText('Please fill the required fields')).toBeVisible()
  await expectNoAxeViolations(page)

  await number.fill(' 4242-4242 4242\t4242 ')
  await expect(number).toHaveValue('4242 4242 4242 4242')
  await expect(page.getByText('Visa', { exact: true })).toBeVisible()
  const caretOf = (name: string) =>
    page
      .locator(`input[name=${name}]`)
      .evaluate((input) => (input instanceof HTMLInputElement ? input.selectionStart : -1))
  await number.fill('42424249')
  await number.focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft')
  // Over the gap the caret only moves; the next press takes the digit before it.
  await page.keyboard.press('Backspace')
  expect([await number.inputValue(), await caretOf('cardnumber')]).toEqual(['4242 4249', 4])
  await page.keyboard.press('Backspace')
  await expect(number).toHaveValue('4244 249')
  expect(await caretOf('cardnumber')).toBe(3)

  await number.fill('3782 822463 10005')
  await page.locator('input[name=ccname]').fill('Ada')
  await submitPayment(page)
  await expect(page.getByText('Invalid card type.')).toBeVisible()
  await expect(page.getByText('Enter the first and last name as shown on the card.')).toBeVisible()
  await number.fill('4242 4242 4242')
  await expect(page.getByText('Valid card length 16')).toBeVisible()
  await number.fill('4242 4242 4242 4241')
  await expect(page.getByText('This card number isn’t valid.')).toBeVisible()
  await expect(page.getByText('This card has expired.')).toBeVisible()
  // The month was marked; the year is what puts it right.
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
  await expect(page.getByRole('heading', { name: 'Your payment of $1,000' })).toBeVisible()
})

test('a saved card is shown by its last four digits and can be replaced and removed', async ({ page }) => {
  await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await submitPayment(page)
  await expectSuccess(page)
  await page.getByRole('button', { name: 'Add more' }).click()
  await expect(page.getByText('Visa •••• 4242').first()).toBeVisible()
  await expect(page.locator('input[name=cardnumber]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Replace' }).click()
  await page.getByRole('button', { name: 'Keep the saved card' }).click()
  await page.getByRole('button', { name: 'Replace' }).click()
  await fillCard(page, testCards.mastercard, 'ORANGE-POLL')
  await submitPayment(page)
  await expectSuccess(page)
  await page.getByRole('button', { name: 'Add more' }).click()
  const saved = page.getByRole('region', { name: 'Saved card' })
  await expect(saved).toContainText('Mastercard •••• 4444')
  await saved.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click()
  await saved.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove the card' }).click()
  await expect(page.locator('input[name=cardnumber]')).toBeVisible()
  await page.reload()
  await expect(page.locator('input[name=cardnumber]')).toBeVisible()
})

test('an expired saved card cannot be charged, and the page says why', async ({ page }) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await submitPayment(page)
  await expectSuccess(page)
  await queryDatabase('update cards set exp_month = 1, exp_year = 2024 where user_id = $1', [trader.id])
  await page.reload()
  const saved = page.getByRole('region', { name: 'Saved card' })
  await expect(saved).toContainText('This card has expired. Replace it to pay.')
  await submitPayment(page)
  await expect(page.getByText('This card has expired. Replace it to pay.')).toHaveCount(2)
  await expect(page.getByText('Please fill the required fields')).toHaveCount(0)
  expect(await queryDatabase('select count(*)::int as count from deposits where user_id = $1', [trader.id])).toEqual([
    { count: 1 },
  ])
})

test('a receipt shows the facts, opens from the list of deposits, and prints without the page around it', async ({
  page,
}) => {
  await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await submitPayment(page)
  await expectSuccess(page)
  await expectNoAxeViolations(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByText('Ada Lovelace,')).toBeVisible()
  // Dark words on light paper.
  expect(await getLightness(page.getByText('Ada Lovelace,'))).toBeLessThan(0.4)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await page.getByRole('link', { name: 'Go to my account' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Visa •••• 4242' })
  await expect(row).toContainText('On your account')
  await row.getByRole('button', { name: /Receipt/ }).click()
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toContainText('$1,500.00')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the fourth card payment of a day is refused in a dialog', async ({ page }) => {
  await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  for (const left of ['2 card payments left today', '1 card payment left today', 'No card payment left today']) {
    await submitPayment(page)
    await expectSuccess(page)
    await page.getByRole('button', { name: 'Add more' }).click()
    await expect(page.getByText(left)).toBeVisible()
  }
  await submitPayment(page)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('your daily limit of 3 credit card transactions per day is exceeded')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the pre-check can also report the day limit', async ({ page }) => {
  await createTrader(page, { cascade: 'FRAUD,ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'FRAUD-DAYLIMIT')
  await submitPayment(page)
  await expect(page.getByRole('alertdialog')).toContainText('your daily limit of 3')
})

test('the card form is locked after too many failures, and the trader can unlock it', async ({ page }) => {
  const trader = await createTrader(page, { cascade: 'FRAUD,ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'FRAUD-FAILLIMIT')
  await submitPayment(page)
  await expectFailure(page, 'Too many payments with this card have failed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Card payments are paused')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Pay by card anyway' }).click()
  await expect(page.getByText('Card payments are paused')).toHaveCount(0)
  expect(await queryDatabase('select card_limit_overridden from users where id = $1', [trader.id])).toEqual([
    { card_limit_overridden: true },
  ])
})

test('a late payment is offered as a refund, and the refund is made', async ({ page }) => {
  await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.lateSuccess)
  await submitPayment(page)
  await expectFailure(page, /./)
  await expect(page.getByText('$1,000.00 arrived late')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText(/was not charged|Nothing was charged/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Send it back' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send it back' }).click()
  await expect(page.getByRole('row').filter({ hasText: /Being returned|Returned/ })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('banner')).toContainText('$0.00')
  const info = await (await page.request.get('/cli/userInfo')).json()
  expect(info).toMatchObject({ available: 0 })
})

test('a refund that the bank refuses is not reported as done', async ({ page }) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.declines)
  await submitPayment(page)
  await expectFailure(page, /./)
  await queryDatabase(
    `insert into captures (attempt_id, deposit_id, processor, amount, currency, status, reason, created_at, updated_at)
     select a.id, d.id, a.processor, d.amount, d.currency, 'suspense', 'refund_refused', d.created_at, d.created_at
       from attempts a join deposits d on d.id = a.deposit_id where d.user_id = $1`,
    [trader.id],
  )
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Being checked' })
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('Nothing was charged')
})

test('a deposit can be made in Russian from the form to the receipt', async ({ page }) => {
  const faults = collectPageErrors(page)
  await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page, 'ru')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Пополнить счёт')
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await expect(page.getByRole('button', { name: /^Заплатить \$1\s000$/ })).toBeVisible()
  await submitPayment(page)
  await expect(page.getByRole('heading', { name: /на вашем счёте/ })).toBeVisible()
  await expectNoAxeViolations(page)
  expect(faults).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test("no step of a deposit is wider than a phone's screen", async ({ page }) => {
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await createTrader(page, { cascade: 'ORANGE' })
    await openFunding(page, 'ru')
    expect(await fits()).toBe(true)
    await fillCard(page, testCards.pending)
    await submitPayment(page)
    const progress = page.getByRole('heading', { name: /Ваш платёж|Платёж/ })
    await expect(progress).toBeInViewport()
    expect(await fits()).toBe(true)
    await expect(page.getByRole('heading', { name: /на вашем счёте/ })).toBeVisible({ timeout: 20_000 })
    expect(await fits()).toBe(true)
  })

  test('the sticky pay button on a phone hides nothing and gives way to the button in the form', async ({ page }) => {
    await createTrader(page)
    await openFunding(page)
    const button = page.getByRole('button', { name: /^Pay / })
    const place = page.getByRole('region', { name: 'What you get' })
    await expect(button).toHaveCount(1)
    await expect(button).toBeInViewport({ ratio: 1 })
    await expect(place).not.toBeInViewport()
    await expectNoAxeViolations(page)
    await button.click()
    await expect(page.locator('input[name=cardnumber]')).toBeFocused()
    const [field, bar] = await Promise.all([page.locator('input[name=cardnumber]').boundingBox(), button.boundingBox()])
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    await page.getByText('Your card is charged at most once.').scrollIntoViewIfNeeded()
    const isInPlace = async () => {
      const [outer, inner] = await Promise.all([place.boundingBox(), button.boundingBox()])
      if (outer === null || inner === null) return false
      return inner.y > outer.y && inner.y < outer.y + outer.height
    }
    await expect.poll(isInPlace).toBe(true)
  })
})

/** Whether one sees where the focus is: an outline, or a ring around the field. */
function hasVisibleFocus(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement
    return [focused, focused?.parentElement, focused?.parentElement?.parentElement].some((element) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || /0px 0px 0px [12]px/.test(boxShadow)
    })
  })
}

/** How light the words are, 0 to 1. */
function getLightness(text: Locator): Promise<number> {
  return text.evaluate((element) => Number(/oklch\(([\d.]+)/.exec(getComputedStyle(element).color)?.[1]))
}

test('a deposit can be made by keyboard from the log-in to the receipt', async ({ page }) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await page.context().clearCookies()
  await page.goto('/en/login#/show/funding')
  const tabTo = async (name: RegExp, most = 40): Promise<void> => {
    for (let presses = 0; presses < most; presses += 1) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        const labels = (element?.getAttribute('aria-labelledby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
        return `${element?.getAttribute('name') ?? ''} ${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''} ${labels.join(' ')}`
      })
      expect(await hasVisibleFocus(page), focused).toBe(true)
      if (name.test(focused)) return
    }
    throw new Error(`No way to ${name.source} by Tab`)
  }
  await expect(page.locator('input[name=email]')).toBeVisible()
  await tabTo(/^email/)
  await page.keyboard.type(trader.email)
  await tabTo(/^password/)
  await page.keyboard.type(trader.password)
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name=amount]')).toBeVisible()
  await tabTo(/^cardnumber/)
  await page.keyboard.type(testCards.approves)
  await tabTo(/^ccname/)
  await page.keyboard.type('TEST ORANGE-POLL')
  await tabTo(/Year/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.type('2031')
  await page.keyboard.press('Enter')
  await tabTo(/^cvc/)
  await page.keyboard.type(canaryCode)
  await tabTo(/Pay \$/)
  await page.keyboard.press('Enter')
  await expectSuccess(page)
  await expect(page.getByRole('heading', { name: /is on your account/ })).toBeFocused()
  await tabTo(/Go to my account/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/en/trading#/home')
})

for (const theme of ['dark', 'light']) {
  test(`axe finds no violations on the funding page: ${theme}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
    const faults = collectPageErrors(page)
    await createTrader(page, { cascade: 'ENTROPAY' })
    await openFunding(page)
    await expectNoAxeViolations(page)
    await fillCard(page, testCards.approves, 'ENTROPAY-PIN')
    await submitPayment(page)
    await page.getByRole('dialog').waitFor()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Answer now' }).waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Use another card' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await expect(page.getByRole('heading', { name: 'You cancelled this payment' })).toBeVisible()
    await expectNoAxeViolations(page)
    expect(faults).toEqual([])
  })
}

test('a demo trader sees earlier deposits', async ({ page }) => {
  await logIn(page, demoUsers.olivia)
  await expect(page.getByRole('row')).toHaveCount(4)
  await expectNoAxeViolations(page)
})
