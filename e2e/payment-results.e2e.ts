import type { Locator } from '@playwright/test'

import { canaryCode, testCards } from './helpers/card-data-canaries.ts'
import { expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { openInNewDocument } from './helpers/page.ts'
import {
  chooseBonus,
  expectFailure,
  expectSuccess,
  fillCard,
  keepCard,
  openFunding,
  submitPayment,
} from './helpers/pay.ts'
import { waitForMails } from './helpers/sandbox.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader, demoUsers, logIn } from './helpers/trader.ts'

test('a receipt shows the facts, opens from the list of deposits, and prints without the page around it', async ({
  page,
}) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await chooseBonus(page)
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await submitPayment(page)
  await expectSuccess(page)
  const [receipt] = await waitForMails(trader.email)
  expect(receipt?.subject).toBe('Receipt for your deposit of $1,000.00')
  expect(receipt?.text).toMatch(/Bonus: \$500\.00[^]*Visa •••• 4242[^]*TRADEFRONT/)
  await expectNoAxeViolations(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByText('Ada Lovelace,')).toBeVisible()
  // Dark text on light paper.
  await expect.poll(() => getLightness(page.getByText('Ada Lovelace,'))).toBeLessThan(0.4)
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

test('after three card payments a day, the page says when the next one is possible', async ({ page }) => {
  await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await keepCard(page)
  for (const left of ['2 card payments left today', '1 card payment left today', 'No card payment left today']) {
    // Choosing the saved card empties the field of the code.
    if (!left.startsWith('2')) await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked()
    await page.locator('input[name=cvc]').fill(canaryCode)
    await submitPayment(page)
    await expectSuccess(page)
    await page.getByRole('button', { name: 'Add more' }).click()
    await expect(page.getByText(left)).toBeVisible()
  }
  await expect(page.getByText(/^Next card payment from \w+day/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $1,000' })).toBeDisabled()
  await expectNoAxeViolations(page)
})

test('the pre-check can also report the day limit', async ({ page }) => {
  await createTrader(page, { cascade: 'FRAUD,ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'FRAUD-DAYLIMIT')
  await submitPayment(page)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('your daily limit of 3 credit card transactions per day is exceeded')
  await expect(dialog).toContainText(/Next card payment from \w+day/)
  await dialog.getByRole('button', { name: 'Deposit by Bitcoin' }).click()
  await expect(dialog).toHaveCount(0)
  const bitcoin = page.getByRole('radio', { name: 'Bitcoin' })
  await expect(bitcoin).toBeChecked()
  // The label is the tile; the radio button itself is not visible.
  await expect(page.locator('label').filter({ has: bitcoin })).toBeInViewport()
})

test('a card that failed too often is paused: the trader can use another one, or continue', async ({ page }) => {
  const trader = await createTrader(page, { cascade: 'FRAUD,ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'FRAUD-FAILLIMIT')
  await submitPayment(page)
  await expectFailure(page, 'Too many payments with this card have failed')
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.locator('input[name=cardnumber]')).toBeFocused()
  await expect(page.getByText('This card is paused')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('This card is paused')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $1,000' })).toBeDisabled()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Continue with this card' }).click()
  await expect(page.getByText('This card is paused')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pay $1,000' })).toBeEnabled()
  expect(
    await queryDatabase('select fail_limit_ignored_until > now() as is_ignored from users where id = $1', [trader.id]),
  ).toEqual([{ is_ignored: true }])
})

test('a late payment is offered as a refund, and the refund is made', async ({ page }) => {
  await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.lateSuccess)
  await submitPayment(page)
  await expectFailure(page, /./)
  const arrived = page.getByRole('heading', { name: '$1,000.00 arrived after all' })
  await expect(arrived).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('$1,000.00 arrived after all')).toHaveCount(1)
  await expectNoAxeViolations(page)
  await expect(page.getByText(/was not charged|Nothing was charged/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Send it back to my card' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send it back' }).click()
  await expect(page.getByRole('row').filter({ hasText: /Being returned|Returned/ })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('banner')).toContainText('$0.00')
  const info = await (await page.request.get('/cli/userInfo')).json()
  expect(info).toMatchObject({ available: 0 })
})

test('late money that the trader keeps is not offered again on another device', async ({ page, context }) => {
  await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.lateSuccess)
  await submitPayment(page)
  const title = '$1,000.00 arrived after all'
  await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 30_000 })
  const other = await context.newPage()
  await other.goto('/en/trading#/home')
  await expect(other.getByText(title)).toBeVisible()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The money stays on your account.' }).first()).toBeVisible()
  await expect(other.getByText(title)).toHaveCount(0)
  await openInNewDocument(other, '/en/trading#/show/account')
  await expect(other.getByRole('row').filter({ hasText: 'On your account, arrived late' })).toBeVisible()
  await expect(other.getByText(title)).toHaveCount(0)
})

test('a refund that the bank refuses is not reported as done', async ({ page }) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.declines)
  await submitPayment(page)
  await expectFailure(page, /./)
  await queryDatabase(
    `with capture as (
       insert into captures (attempt_id, deposit_id, processor, amount, currency, status, reason, created_at, updated_at)
       select a.id, d.id, a.processor, d.amount, d.currency, 'suspense', 'refund_refused', d.created_at, d.created_at
         from attempts a join deposits d on d.id = a.deposit_id where d.user_id = $1 returning *),
     entry as (
       insert into ledger_entries (kind, subject, created_at)
       select 'deposit.suspense', 'attempt:' || attempt_id, created_at from capture returning id)
     insert into ledger_lines (entry_id, account, currency, amount)
     select entry.id, l.account, currency, l.amount from entry, capture, lateral
            (values ('clearing:' || processor, -amount), ('suspense', amount)) as l(account, amount)`,
    [trader.id],
  )
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Being checked' })
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('Nothing was charged')
})

/** 0 to 1. */
function getLightness(text: Locator): Promise<number> {
  return text.evaluate((element) => Number(/oklch\(([\d.]+)/.exec(getComputedStyle(element).color)?.[1]))
}

test('a demo trader sees earlier deposits', async ({ page }) => {
  await logIn(page, demoUsers.olivia, 'en', '/show/account')
  await expect(page.getByRole('row')).toHaveCount(4)
  await expectNoAxeViolations(page)
})
