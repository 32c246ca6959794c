import type { Locator, Page } from '@playwright/test'

import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { fillCard, openFunding } from './helpers/pay.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { rememberWorkspace } from './helpers/workspace.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

async function expectCleanLayout(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  for (const size of [desk, phone]) {
    await page.setViewportSize(size)
    await expect.poll(() => page.evaluate(findLayoutDefects), { message: `${size.width} px` }).toEqual([])
  }
  await page.setViewportSize(desk)
}

/** Returns the characters of a text from left to right, as they are on the screen. */
function readFromLeft(text: Locator): Promise<string> {
  return text.first().evaluate((element) => {
    const found: { char: string; left: number }[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      for (const [index, char] of [...(node.textContent ?? '')].entries()) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const box = range.getBoundingClientRect()
        if (box.width > 0) found.push({ char, left: box.left })
      }
    }
    return found
      .toSorted((one, other) => one.left - other.left)
      .map(({ char }) => char)
      .join('')
      .trim()
  })
}

test('the menu offers Arabic as a preview, and choosing it turns the page around without a reload', async ({
  page,
}) => {
  await page.goto('/en/login')
  await page.locator('input[name=email]').fill('half typed')
  await page.getByRole('radio', { name: 'العربية (نسخة أولية)' }).click()
  await expect(page).toHaveURL(/\/ar\/login$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تسجيل الدخول')
  await expect(page.locator('input[name=email]')).toHaveValue('half typed')
  await expectCleanLayout(page)
  await expectNoAxeViolations(page)
})

test('in Arabic, trading is mirrored around a chart whose time runs to the right, signs of numbers stay on their left, and a trade is bought', async ({
  page,
}) => {
  const errors = collectPageErrors(page)
  const trader = await createTrader(page, { practice: true, language: 'ar' })
  await rememberWorkspace(page, trader.id)
  await page.setViewportSize(desk)
  await page.goto('/ar/trading#/home')
  const buy = page.getByRole('button', { name: /^صعود/ })
  await expect(buy).toHaveAttribute('aria-disabled', 'false')
  const ticket = page.getByRole('region', { name: /^تداول/ })
  const chart = page.locator('canvas').first()
  const boxes = async () => [await ticket.boundingBox(), await chart.boundingBox()] as const
  const [ticketBox, chartBox] = await boxes()
  expect(ticketBox?.x).toBeLessThan(chartBox?.x ?? 0)
  await expect(chart).toHaveCSS('direction', 'ltr')
  // On a phone, a control that the test scrolls to would be under this button.
  await page.getByRole('button', { name: /^إغلاق الخطوات/ }).click()
  await expectCleanLayout(page)
  await expectNoAxeViolationsInBothThemes(page)

  await buy.and(page.locator('[aria-disabled=false]')).click()
  const open = page.getByRole('list', { name: /^المفتوحة/ }).getByRole('listitem')
  await expect(open).toHaveCount(1)
  await expect(open.getByText('لو انتهت الآن')).toBeVisible()
  expect(await readFromLeft(ticket.getByText(/^\u2066?−\$50\.00/))).toBe('−$50.00')
  await expectCleanLayout(page)
  expect(errors).toEqual([])
})

test('in Arabic, funding is mirrored, numbers of cards are typed from left to right, and a card is charged', async ({
  page,
}) => {
  const errors = collectPageErrors(page)
  await createTrader(page, { language: 'ar' })
  await page.setViewportSize(desk)
  await openFunding(page, 'ar')
  await expectCleanLayout(page)
  await expectNoAxeViolationsInBothThemes(page)
  await fillCard(page, '4242424242424242')
  for (const name of ['cardnumber', 'cc-exp', 'cvc', 'amount'])
    await expect(page.locator(`input[name=${name}]`)).toHaveCSS('direction', 'ltr')
  await page.getByRole('button', { name: /^دفع / }).click()
  const end = page.getByRole('heading', { name: /في حسابك/ })
  await expect(end).toBeVisible()
  expect(await readFromLeft(end)).toMatch(/\$[\d,]+(?:\.\d\d)?$/)
  await expectCleanLayout(page)
  await expectNoAxeViolations(page)
  expect(errors).toEqual([])
})
