import { fundTrader } from '../apps/server/test/fixtures/trading/fund-trader.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { testCards } from './helpers/card-data-canaries.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { changeFixedRows, getOwnerDb, queryDatabase } from './helpers/database.ts'
import { openInNewDocument } from './helpers/page.ts'
import { expectSuccess, fillCard, openFunding, submitPayment } from './helpers/pay.ts'
import { waitForMails } from './helpers/sandbox.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader, type Trader } from './helpers/trader.ts'
import { runAsOperator } from './helpers/operator.ts'

test('money goes from the card form to the account and back to the card, and the open dialog of the withdrawal follows it', async ({
  page,
}) => {
  const errors = collectPageErrors(page)
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await page.locator('input[name=amount]').fill('500')
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await submitPayment(page)
  await expectSuccess(page)
  await queryDatabase(`update users set verification = 'Full' where id = $1`, [trader.id])

  await openInNewDocument(page, '/en/trading#/show/withdrawal')
  await page.getByLabel('Amount', { exact: true }).fill('200')
  await expectNoAxeViolationsInBothThemes(page)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(trader.password)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Being checked')).toBeVisible()
  const [row] = await queryDatabase('select id from withdrawals where user_id = $1 and confirmed_at is not null', [
    trader.id,
  ])
  await runAsOperator('withdrawals', 'approve', String(row?.['id']))
  await expect(dialog.getByRole('status')).toHaveText('The money has been sent.')
  await expect(page.getByRole('button', { name: /^Real \$\d+\.\d\d/ })).not.toHaveText(/\$500/)
  expect(await listRefunds(trader)).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: /^Card.*Sent/ })).toBeVisible()
  expect(errors).toEqual([])
})

/** Lists refunds on the sandbox's statement, in minor units. */
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

  test('an account that is added and proved, a withdrawal to it and its dialogs fit the screen and pass axe', async ({
    page,
  }) => {
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
})

/** Gives a verified trader $400 of cash. */
async function fundVerified(trader: Trader): Promise<void> {
  await fundTrader(getOwnerDb(), { id: trader.id, currency: 'USD' }, { cash: 40_000 }, new Date())
  await queryDatabase(`update users set verification = 'Full' where id = $1`, [trader.id])
}

/** Moves the time of the trader's new account by a day. */
const letDayPass = (trader: Trader) =>
  changeFixedRows(
    `update withdrawal_destinations set created_at = created_at - interval '25 h', usable_from = usable_from - interval '25 h'
      where user_id = $1`,
    [trader.id],
  )
