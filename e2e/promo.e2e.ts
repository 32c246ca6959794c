import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { openScreen } from './helpers/page.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'

/** Creates a code like `npm run ops promo create`, and returns it. */
async function createCode(): Promise<string> {
  const code = `E2E-${process.pid}-${test.info().repeatEachIndex}`
  await queryDatabase(
    `insert into promo_codes (code, audience, percent, amount, min_deposit, starts_at, max_uses_per_trader, created_at)
     values ($1, 'everyone', null, 2000, null, now(), 1, now())`,
    [code],
  )
  return code
}

const readBonus = async (traderId: number) =>
  queryDatabase(`select amount from ledger_balances where user_id = $1 and account = 'bonus'`, [traderId])

test.describe('on a phone, in Russian, by keyboard', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'ru-RU' })

  test('a promo code is redeemed and its bonus given up by Enter alone, and each step fits the screen and passes axe', async ({
    page,
  }) => {
    const trader = await createTrader(page, { language: 'ru' })
    const code = await createCode()
    await openScreen(page, '/ru/trading#/show/promo', 'Промокод и бонусы')
    await expect(page.getByText('Бонусов пока нет')).toBeVisible()
    const field = page.getByRole('textbox', { name: 'Промокод' })
    await field.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Промокод недействителен. Проверьте, нет ли опечатки.')).toBeVisible()
    await page.keyboard.type(code.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(page.getByText(/нужен оборот собственными средствами \$600/)).toBeVisible()
    await expectNoAxeViolationsInBothThemes(page)
    await expect.poll(() => page.evaluate(findLayoutDefects)).toEqual([])
    await page.getByRole('button', { name: 'Получить бонус' }).focus()
    await page.keyboard.press('Enter')
    const bonus = page.getByRole('listitem').filter({ hasText: code })
    await expect(bonus).toContainText('Оборот: $0 из $600')
    await expect(bonus).toContainText('Сделки сейчас засчитываются сюда')
    expect(await readBonus(trader.id)).toEqual([{ amount: '2000' }])
    await bonus.getByRole('button').focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Бонус $20,00 и всё, что на него выиграно')
    await expectNoAxeViolations(page)
    await question.getByRole('button', { name: 'Отказаться от бонуса' }).focus()
    await page.keyboard.press('Enter')
    await expect(bonus).toContainText('Отменён или возвращён')
    expect(await readBonus(trader.id)).toEqual([{ amount: '0' }])
  })
})
