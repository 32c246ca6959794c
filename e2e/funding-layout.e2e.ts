import type { Page } from '@playwright/test'

import { canaryCode, testCards } from './helpers/card-data-canaries.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import {
  chooseBonus,
  expectSuccess,
  fillCard,
  fillMaestroCardWithoutCode,
  openFunding,
  submitPayment,
} from './helpers/pay.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test("a deposit can be made in Russian from the form to the receipt, and no step is wider than a phone's screen", async ({
    page,
  }) => {
    const pageErrors = collectPageErrors(page)
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
    await createTrader(page, { cascade: 'ORANGE' })
    await openFunding(page, 'ru')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Пополнить счёт')
    expect(await fits()).toBe(true)
    await fillCard(page, testCards.pending)
    await expect(page.getByRole('button', { name: /^Оплатить \$1\s000$/ })).toBeVisible()
    await submitPayment(page)
    const progress = page.getByRole('heading', { name: /Ваш платёж|Платёж/ })
    await expect(progress).toBeInViewport()
    expect(await fits()).toBe(true)
    await expect(page.getByRole('heading', { name: /на вашем счёте/ })).toBeVisible({ timeout: 30_000 })
    expect(await fits()).toBe(true)
    await expectNoAxeViolations(page)
    expect(pageErrors).toEqual([])
  })

  test('in Russian, by keyboard: an amount with cents, a decline, another card and the day limit', async ({ page }) => {
    await createTrader(page, { cascade: 'FRAUD,ORANGE' })
    await openFunding(page, 'ru')
    const amount = page.locator('input[name=amount]')
    await amount.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('99,99')
    await page.keyboard.press('Tab')
    await expect(amount).toHaveValue('99,99')
    await expect(page.getByText('Только целые суммы.')).toBeVisible()
    await amount.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('2500')
    await fillCard(page, testCards.declines)
    await page.locator('input[name=cvc]').press('Enter')
    await expect(page.getByRole('heading', { name: 'Платёж отклонён' })).toBeFocused({ timeout: 30_000 })
    await expectNoAxeViolations(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Использовать другую карту' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('input[name=cardnumber]')).toBeFocused()
    await expect(page.locator('input[name=cardnumber]')).toHaveValue('')
    await fillCard(page, testCards.approves, 'FRAUD-DAYLIMIT')
    await page.locator('input[name=cvc]').press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'На сегодня платежей картой не осталось' })
    await expect(dialog).toBeVisible({ timeout: 30_000 })
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Почему биткоин?' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Оплата биткоинами' })).toContainText(
      'до какого времени действует курс',
    )
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Закрыть', exact: true }).press('Enter')
    await expect(amount).toHaveValue(/^2\s500$/)
    await expect(page.getByRole('button', { name: /^Оплатить/ })).toBeDisabled()
    await expectNoAxeViolations(page)
  })

  test('the sticky pay button on a phone hides nothing and gives way to the button in the form', async ({ page }) => {
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

test('a deposit can be made by keyboard from the log-in to the receipt', async ({ page }) => {
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
  await tabTo(/Month/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox').locator(':focus')).toBeVisible()
  await page.keyboard.press('Enter')
  await tabTo(/Year/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox').locator(':focus')).toBeVisible()
  await expect(async () => {
    // The list forgets keys after a second, in which a busy machine may not get all of them.
    await page.waitForTimeout(1100)
    await page.keyboard.type('2031')
    await expect(page.getByRole('option', { name: '2031' })).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await tabTo(/^cvc/)
  await page.keyboard.type(canaryCode)
  await tabTo(/Pay \$/)
  await page.keyboard.press('Enter')
  await expectSuccess(page)
  await expect(page.getByRole('heading', { name: /is on your account/ })).toBeFocused()
  await tabTo(/Go to my account/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/en/trading#/show/account')
})

test('axe finds no violations on the funding page, nor in the question about a code', async ({ page }) => {
  const pageErrors = collectPageErrors(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await createTrader(page, { cascade: 'ENTROPAY' })
  await openFunding(page)
  await expectNoAxeViolationsInBothThemes(page)
  await fillMaestroCardWithoutCode(page, 'ENTROPAY-PIN')
  await submitPayment(page)
  const dialog = page.getByRole('dialog', { name: 'Confirm with your code' })
  await dialog.getByLabel('PIN or CVV').fill('12')
  await dialog.getByRole('button', { name: 'Confirm $1,000' }).click()
  await expect(dialog.getByText('Enter the PIN or CVV: at least 3 digits.')).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  expect(pageErrors).toEqual([])
})

// A payment of its own: the server ends one that waits for 45 s.
test('axe finds no violations while a code is missing, nor in the question about another card', async ({ page }) => {
  const pageErrors = collectPageErrors(page)
  await createTrader(page, { cascade: 'ENTROPAY' })
  await openFunding(page)
  await fillMaestroCardWithoutCode(page, 'ENTROPAY-PIN')
  await submitPayment(page)
  const dialog = page.getByRole('dialog', { name: 'Confirm with your code' })
  await dialog.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Answer now' }).click()
  await dialog.press('Escape')
  await page.getByRole('button', { name: 'Answer now' }).waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Use another card' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  expect(pageErrors).toEqual([])
})
