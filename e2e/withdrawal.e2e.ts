import type { Page } from '@playwright/test'

import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { fundTrader } from '../apps/server/test/fixtures/trading/fund-trader.ts'
import { insertEndingTrades } from './helpers/ending-trades.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { testCards } from './helpers/card-data-canaries.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { openInNewDocument } from './helpers/page.ts'
import { chooseBonus, expectSuccess, fillCard, openFunding, submitPayment } from './helpers/pay.ts'
import { waitForMails } from './helpers/sandbox.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader, type Trader } from './helpers/trader.ts'
import { runAsOperator } from './helpers/operator.ts'

const amountField = (page: Page) => page.getByLabel('Amount', { exact: true })

async function ask(page: Page, amount: string): Promise<void> {
  await amountField(page).fill(amount)
  await page.keyboard.press('Enter')
}

test('from a deposit with a bonus over each case to money that is back on the card', async ({ page }) => {
  const errors = collectPageErrors(page)
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await page.locator('input[name=amount]').fill('500')
  await chooseBonus(page)
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await submitPayment(page)
  await expectSuccess(page)

  await openInNewDocument(page, '/en/trading#/show/withdrawal')
  await expect(page.getByText('Your documents are not approved yet')).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  await ask(page, '200')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('Your documents come first')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toHaveCount(0)

  await queryDatabase(`update users set verification = 'Full' where id = $1`, [trader.id])
  await openInNewDocument(page, '/en/trading#/show/withdrawal')
  await ask(page, '200')
  await expect(dialog.getByRole('heading')).toHaveText('This gives up your bonus')
  await expect(dialog.getByText(/^A withdrawal gives up your bonus and all that it has won: \$\d+\.00\./)).toBeVisible()
  await expect(dialog.getByRole('progressbar', { name: 'Turnover' })).toBeVisible()
  await dialog.press('Escape')
  await expect(dialog).toHaveCount(0)

  await insertEndingTrades(trader.id, 50, false)
  await expect.poll(() => findTurnover(trader)).toBe(10_000)
  // As if the trader had traded on. The last two trades finish the bonus.
  await queryDatabase('update wagering_requirements set done = required - 10000 where user_id = $1', [trader.id])
  await insertEndingTrades(trader.id, 50, false)
  await expect.poll(() => hasReleased(trader)).toBe(true)
  await openInNewDocument(page, '/en/trading#/show/withdrawal')
  await page.getByRole('button', { name: '25%' }).click()
  await amountField(page).fill('200')
  await expect(page.getByText('You receive $200.00, usually within 5 days of the approval.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading')).toHaveText('Your bonus is yours')
  await page.getByRole('button', { name: 'Withdraw $200.00' }).click()
  await expect(dialog.getByText('Enter your password to confirm.')).toBeVisible()
  await dialog.getByLabel('Your password').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Your current password is incorrect.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(trader.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading')).toHaveText('Withdrawal')
  await expect(dialog.getByText('Being checked')).toBeVisible()
  await expectNoAxeViolations(page)

  const [row] = await queryDatabase('select id from withdrawals where user_id = $1 and confirmed_at is not null', [
    trader.id,
  ])
  await runAsOperator('withdrawals', 'approve', String(row?.['id']))
  await expect(dialog.getByRole('status')).toHaveText('The money has been sent.')
  await expect(page.getByRole('button', { name: /^Balance \$[34]\d\d\.00/ })).toBeVisible()
  expect(await listRefunds(trader)).toEqual([20_000])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: /^Card.*\$200\.00.*Sent/ })).toBeVisible()
  expect(errors).toEqual([])
})

/** Minor units. Ties and void trades do not count. */
async function findTurnover(trader: Trader): Promise<number> {
  const [row] = await queryDatabase('select done::integer from wagering_requirements where user_id = $1', [trader.id])
  return Number(row?.['done'])
}

async function hasReleased(trader: Trader): Promise<boolean> {
  const [row] = await queryDatabase('select released from wagering_requirements where user_id = $1', [trader.id])
  return row?.['released'] != null
}

/** Refunds on the sandbox's statement, in minor units. */
async function listRefunds(trader: Trader): Promise<number[]> {
  const rows = await queryDatabase(
    'select a.reference from attempts a join deposits d on d.id = a.deposit_id where d.user_id = $1',
    [trader.id],
  )
  const references = new Set(rows.map((row) => String(row['reference'])))
  const reply = await fetch(`${process.env['SANDBOX_BASE_URL']}/control/statement`)
  const statement = (await reply.json()) as { rows: { kind: string; ref: string; amount: number }[] }
  return statement.rows.filter(({ kind, ref }) => kind === 'refund' && references.has(ref)).map(({ amount }) => amount)
}

test.describe('on a phone, in Russian', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('an account is added, proved and used after a day, and a withdrawal is cancelled', async ({ page }) => {
    const trader = await createTrader(page, { language: 'ru' })
    await fundVerified(trader)
    await openInNewDocument(page, '/ru/trading#/show/withdrawal/bank')
    const account = page.getByLabel('IBAN вашего банковского счёта')
    await account.fill('4242 4242 4242 4242')
    await page.getByLabel('Ваш пароль').fill(trader.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Похоже на номер карты/)).toBeVisible()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await account.fill('GB29 NWBK 6016 1331 9268 19')
    await page.keyboard.press('Enter')
    await page.getByLabel('Код из письма').fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Код неверный. Осталось 4 попытки.')).toBeVisible()
    const [mail] = await waitForMails(trader.email)
    await page.getByLabel('Код из письма').fill(/\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^На эти реквизиты можно вывести с /)).toBeVisible()
    await expect(page.getByText('GB29 •••• 6819')).toBeVisible()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await expectNoAxeViolationsInBothThemes(page)

    await letDayPass(trader)
    await openInNewDocument(page, '/ru/trading#/show/withdrawal/bank')
    await page.getByRole('button', { name: 'Всё' }).click()
    await page.route('**/api/withdrawal', (route) => route.fulfill({ status: 502 }), { times: 1 })
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await expect(page.getByRole('alert')).toHaveText(/^Сервер не смог ответить/)
    await page.getByRole('button', { name: 'Продолжить' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading')).toHaveText('Подтвердите вывод')
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await dialog.getByLabel('Ваш пароль').fill(trader.password)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Проверяется')).toBeVisible()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await dialog.getByRole('button', { name: 'Отменить вывод' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить вывод' }).click()
    await expect(dialog.getByText(/^Вы отменили вывод/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Отменить вывод' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Закрыть' }).click()
    await expect(page.getByText('Сейчас можно вывести')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Сейчас можно вывести' })).toContainText('$400')
  })

  test('a practice account sees why nothing can be withdrawn', async ({ page }) => {
    await createTrader(page, { practice: true, language: 'ru' })
    await openInNewDocument(page, '/ru/trading#/show/withdrawal')
    await expect(page.getByText(/^Это учебный счёт/)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Открыть настоящий счёт' })).toBeVisible()
  })
})

/** $400 of cash. */
async function fundVerified(trader: Trader): Promise<void> {
  const { db, close } = openDatabase(process.env['E2E_DATABASE_URL'] ?? '')
  await fundTrader(db, { id: trader.id, currency: 'USD' }, { cash: 40_000 }, new Date())
  await close()
  await queryDatabase(`update users set verification = 'Full' where id = $1`, [trader.id])
}

/** For the new account of the trader. The database lets nobody change its times. */
async function letDayPass(trader: Trader): Promise<void> {
  await queryDatabase('alter table withdrawal_destinations disable trigger withdrawal_destinations_fixed')
  await queryDatabase(
    `update withdrawal_destinations set created_at = created_at - interval '25 h', usable_from = usable_from - interval '25 h'
      where user_id = $1`,
    [trader.id],
  )
  await queryDatabase('alter table withdrawal_destinations enable trigger withdrawal_destinations_fixed')
}
