import { fundTrader } from '../apps/server/test/fixtures/trading/fund-trader.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { getOwnerDb, queryDatabase } from './helpers/database.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { setUpOperator } from './helpers/desk.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

test('two operators approve a withdrawal with passkeys of their browsers, one of them on a phone in Russian', async ({
  page: trading,
  browser,
}) => {
  const trader = await createTrader(trading, { names: ['Grace', 'Hopper'] })
  await fundTrader(getOwnerDb(), { id: trader.id, currency: 'USD' }, { cash: 500_000 }, new Date())
  await queryDatabase(`update users set verification = 'Full' where id = $1`, [trader.id])
  await queryDatabase(
    `insert into withdrawal_destinations (id, user_id, method, account, state, code_hash, created_at, usable_from, proved_at)
     values (gen_random_uuid(), $1, 'bank', 'GB29NWBK60161331926819', 'proved', sha256('x'), now() - interval '3 days', now() - interval '2 days', now() - interval '3 days')`,
    [trader.id],
  )
  await trading.goto('/en/trading#/show/withdrawal')
  const replies = await trading.evaluate(async (password) => {
    const { csrf } = (await (await fetch('/api/boot')).json()) as { csrf: string }
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf }
      return (await (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as {
        id?: string
        return: boolean
      }
    }
    const asked = await post('/api/withdrawal', { amount: 1500, method: 'bank' })
    return [asked, await post('/api/withdrawal/final', { is_bonus: 0, password, id: asked.id })]
  }, trader.password)
  expect(replies).toMatchObject([{ return: true }, { return: true }])
  const id = replies[0]?.id

  const first = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const errors = collectPageErrors(first)
  await setUpOperator(first, 'first-payer', 'payments')
  await expectNoAxeViolationsInBothThemes(first)
  await first.getByRole('button', { name: 'Log out' }).press('Enter')
  await first.getByRole('button', { name: 'Log in with a passkey' }).press('Enter')
  const row = first.getByRole('link', { name: /Grace Hopper/ })
  await row.press('Enter')
  await expect(first.getByText('Identity is verified.')).toBeVisible()
  await expectNoAxeViolationsInBothThemes(first)
  expect(await first.evaluate(findLayoutDefects)).toEqual([])
  await first.getByRole('button', { name: 'Approve', exact: true }).press('Enter')
  await first.getByRole('textbox', { name: 'Why' }).fill('papers and sources are fine')
  await expectNoAxeViolations(first)
  await first.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(first.getByRole('alert')).toContainText('A second operator must sign, too.')

  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'ru-RU',
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'lang', value: 'en', url: process.env['DESK_URL'] ?? '' }])
  const second = await context.newPage()
  await setUpOperator(second, 'second-payer', 'payments,finance')
  await context.addCookies([{ name: 'lang', value: 'ru', url: process.env['DESK_URL'] ?? '' }])
  await second.reload()
  await second.getByRole('button', { name: 'Меню' }).tap()
  await second.getByRole('link', { name: /Согласования/ }).tap()
  await expect(second.getByText(/Одобрить вывод .*1\s500,00/)).toBeVisible()
  await expectNoAxeViolations(second)
  expect(await second.evaluate(findLayoutDefects)).toEqual([])
  await second.getByRole('button', { name: 'Подписать тоже' }).tap()
  await expect(second.getByText('Второй подписи ничего не ждёт.')).toBeVisible()

  await expect
    .poll(async () => (await queryDatabase('select state from withdrawals where id = $1', [id]))[0]?.['state'])
    .toMatch(/approved|paying|paid/)
  const [entry] = await queryDatabase(
    `select actor, reason from audit_log where subject = 'withdrawal:' || $1 and action = 'withdrawal.approve'`,
    [id],
  )
  expect(entry).toEqual({ actor: 'first-payer + second-payer', reason: 'papers and sources are fine' })
  expect(errors).toEqual([])
})
