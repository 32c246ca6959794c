import type { Page } from '@playwright/test'

import { canaryCode, testCards } from './helpers/card-data-canaries.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import {
  chooseBonus,
  expectSuccess,
  fillCard,
  fillMaestroCardWithoutCode,
  keepCard,
  openFunding,
  submitPayment,
} from './helpers/pay.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

/** Tests the form of the funding page: amount, card and saved card. */

test('a press on Pay that changes the amount does not pay it, and carets and arrow keys stay where a trader expects them', async ({
  page,
}) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await expectNoAxeViolationsInBothThemes(page)
  const amount = page.locator('input[name=amount]')
  await amount.fill('4567')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(amount).toHaveValue('567')
  await page.getByRole('slider').focus()
  await page.keyboard.press('Home')
  await expect(amount).toHaveValue('250')

  const number = page.locator('input[name=cardnumber]')
  const getCaret = () => number.evaluate((input) => (input instanceof HTMLInputElement ? input.selectionStart : -1))
  await number.fill('42424249')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft')
  // At a separator, the first press only moves the caret.
  await page.keyboard.press('Backspace')
  await expect.poll(async () => [await number.inputValue(), await getCaret()]).toEqual(['4242 4249', 4])
  await page.keyboard.press('Backspace')
  await expect.poll(async () => [await number.inputValue(), await getCaret()]).toEqual(['4244 249', 3])

  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await amount.fill('99999')
  const box = await page.getByRole('button', { name: 'Check the amount' }).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10, { delay: 200 })
  await expect(page.getByRole('button', { name: 'Pay $10,000' })).toBeEnabled()
  expect(await queryDatabase('select id from deposits where user_id = $1', [trader.id])).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a decline, another card and the receipt fit the screen in Russian, and each step has the focus', async ({
    page,
  }) => {
    const pageErrors = collectPageErrors(page)
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
    await createTrader(page, { cascade: 'UNIVERSE', language: 'ru' })
    await openFunding(page, 'ru')
    expect(await fits()).toBe(true)
    await fillCard(page, testCards.declines)
    await keepCard(page)
    await page.locator('input[name=cvc]').press('Enter')
    await expect(page.getByRole('heading', { name: 'Платёж отклонён' })).toBeFocused()
    expect(await fits()).toBe(true)
    await expectNoAxeViolations(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Использовать другую карту' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('input[name=cardnumber]')).toBeFocused()
    await expect(page.locator('input[name=cardnumber]')).toHaveValue('')
    await fillCard(page, testCards.mastercard)
    await keepCard(page)
    await submitPayment(page)
    await expect(page.getByRole('heading', { name: /на вашем счёте/ })).toBeFocused()
    expect(await fits()).toBe(true)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Пополнить ещё' }).tap()
    const saved = page.getByRole('radiogroup', { name: 'Сохранённые карты' })
    await expect(saved).toContainText('4444')
    await expect(saved).not.toContainText('0002')
    expect(pageErrors).toEqual([])
  })

  test('the sticky pay button hides nothing and gives way to the button in the form', async ({ page }) => {
    await createTrader(page)
    await openFunding(page)
    const button = page.getByRole('button', { name: /^Pay / })
    const summary = page.getByRole('region', { name: 'What you get' })
    await expect(button).toHaveCount(1)
    await chooseBonus(page)
    await page.getByLabel('Amount', { exact: true }).scrollIntoViewIfNeeded()
    await expect(button).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('Turnover $15,000')).toBeInViewport({ ratio: 1 })
    await expect(summary).not.toBeInViewport()
    await expect(summary).toContainText('it only goes back the way it came, for a fee')
    await expectNoAxeViolations(page)
    await button.click()
    await expect(page.locator('input[name=cardnumber]')).toBeFocused()
    const isAboveButton = async () => {
      const [field, bar] = await Promise.all([
        page.locator('input[name=cardnumber]').boundingBox(),
        button.boundingBox(),
      ])
      return field !== null && bar !== null && field.y + field.height < bar.y
    }
    await expect.poll(isAboveButton).toBe(true)
    await page.getByText('Your card is charged at most once.').scrollIntoViewIfNeeded()
    const isInPlace = async () => {
      const [outer, inner] = await Promise.all([summary.boundingBox(), button.boundingBox()])
      if (outer === null || inner === null) return false
      return inner.y > outer.y && inner.y < outer.y + outer.height
    }
    await expect.poll(isInPlace).toBe(true)
  })
})

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

test('a deposit is made by keyboard alone from the log-in to the receipt, with the focus always visible', async ({
  page,
}) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await page.context().clearCookies()
  await page.goto('/en/login#/show/funding')
  const tabTo = async (name: RegExp, maxPresses = 40): Promise<void> => {
    for (let presses = 0; presses < maxPresses; presses += 1) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        const labels = (element?.getAttribute('aria-labelledby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
        return `${element?.getAttribute('name') ?? ''} ${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''} ${labels.join(' ')}`
      })
      await expect.poll(() => hasVisibleFocus(page), { message: focused }).toBe(true)
      if (name.test(focused)) return
    }
    throw new Error(`Tab does not reach ${name.source}`)
  }
  await expect(page.locator('input[name=email]')).toBeFocused()
  await page.keyboard.type(trader.email)
  await tabTo(/^password/)
  await page.keyboard.type(trader.password)
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name=amount]')).toBeVisible()
  await tabTo(/^cardnumber/)
  await page.keyboard.type(testCards.approves)
  await tabTo(/^cc-exp/)
  await page.keyboard.type('0131')
  await tabTo(/^cvc/)
  await page.keyboard.type(canaryCode)
  await tabTo(/^ccname/)
  await page.keyboard.type('TEST ORANGE-POLL')
  await tabTo(/Pay \$/)
  await page.keyboard.press('Enter')
  await expectSuccess(page)
  await expect(page.getByRole('heading', { name: /is on your account/ })).toBeFocused()
  await tabTo(/Start trading/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/en/trading#/home')
})

test('axe finds no violations in the question about a code, while it is missing, and in the question about another card', async ({
  page,
}) => {
  const pageErrors = collectPageErrors(page)
  await createTrader(page, { cascade: 'ENTROPAY' })
  await openFunding(page)
  // The server ends a payment that waits for 45 s.
  await fillMaestroCardWithoutCode(page, 'ENTROPAY-PIN')
  await submitPayment(page)
  const dialog = page.getByRole('dialog', { name: 'Confirm with your code' })
  await dialog.getByLabel('PIN or CVV').fill('12')
  await dialog.getByRole('button', { name: 'Confirm $1,000' }).click()
  await expect(dialog.getByText('Enter the PIN or CVV: at least 3 digits.')).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  await dialog.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Answer now' }).waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Use another card' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible()
  expect(pageErrors).toEqual([])
})
