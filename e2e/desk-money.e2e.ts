import { fundTrader } from '../apps/server/test/fixtures/trading/fund-trader.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { getOwnerDb } from './helpers/database.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { setUpOperator } from './helpers/desk.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

test('a correction that two operators sign in their browsers rolls into the balance on the open page of the trader', async ({
  page: trading,
  browser,
}) => {
  const trader = await createTrader(trading, { names: ['Mary', 'Somerville'] })
  await fundTrader(getOwnerDb(), { id: trader.id, currency: 'USD' }, { cash: 50_000 }, new Date())
  await trading.goto('/en/trading')
  await expect(trading.getByText('$500.00').first()).toBeVisible()

  const first = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const errors = collectPageErrors(first)
  await setUpOperator(first, 'first-corrector', 'payments')
  await first.goto(`${process.env['DESK_URL'] ?? ''}/#/traders/${trader.id}`)
  await first.getByRole('button', { name: 'Correct balance' }).press('Enter')
  const dialog = first.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('12.34')
  await expect(dialog.getByText('+$12.34')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Why' }).fill('fee of the bank')
  await expectNoAxeViolationsInBothThemes(first)
  expect(await first.evaluate(findLayoutDefects)).toEqual([])
  await dialog.getByRole('button', { name: 'Correct balance' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('A second operator must sign, too.')

  const second = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await setUpOperator(second, 'second-corrector', 'payments')
  await second.getByRole('link', { name: /Approvals/ }).press('Enter')
  const approval = second.getByRole('listitem').filter({ hasText: `trader ${trader.id} by +$12.34` })
  await approval.getByRole('button', { name: 'Sign too' }).press('Enter')
  await expect(approval).toBeHidden()
  await expect(trading.getByText('$512.34').first()).toBeVisible()

  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  await first.reload()
  await expect(first.getByText('+$12.34')).toBeVisible()
  await expect(first.getByRole('button', { name: 'Take back' })).toBeVisible()
  await expectNoAxeViolations(first)
  await trading.goto('/en/trading#/show/history')
  await expect(trading.getByText('Corrected by us').first()).toBeVisible()
  expect(errors).toEqual([])
})
