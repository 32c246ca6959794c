import { testCards } from './helpers/card-data-canaries.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { openInNewDocument, openScreen } from './helpers/page.ts'
import { expectSuccess, fillCard, submitPayment } from './helpers/pay.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'

let codes = 0

/** As `npm run ops promo create` makes it. Returns the code. */
async function createCode(terms: { percent?: number; amount?: number; minDeposit?: number; audience?: string }) {
  codes += 1
  const code = `E2E-${process.pid}-${codes}`
  const { percent = null, amount = null, minDeposit = null, audience = 'everyone' } = terms
  await queryDatabase(
    `insert into promo_codes (code, audience, percent, amount, min_deposit, starts_at, max_uses_per_trader, created_at)
     values ($1, $2, $3, $4, $5, now(), 1, now())`,
    [code, audience, percent, amount, minDeposit],
  )
  return code
}

/** As if the trader had opened it. The setting would make it to the traders of all tests. */
async function makeLimitedOffer(traderId: number, seconds: number) {
  const code = await createCode({ percent: 40, minDeposit: 25_000, audience: 'offer' })
  await queryDatabase(
    `insert into offers (user_id, name, percent, promo, ends_at) values ($1, 'limited', 40, $2, now() + make_interval(secs => $3))`,
    [traderId, code, seconds],
  )
  return code
}

const readBonus = async (traderId: number) =>
  queryDatabase(`select amount from ledger_balances where user_id = $1 and account = 'bonus'`, [traderId])

test.describe('on a phone, in Russian, by keyboard', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'ru-RU' })

  test('a promo code shows its terms, is redeemed, and its bonus can be given up', async ({ page }) => {
    const trader = await createTrader(page, { language: 'ru' })
    const code = await createCode({ amount: 2000 })
    await openScreen(page, '/ru/trading#/show/promo', 'Промокод и бонусы')
    await expect(page.getByText('Бонусов пока нет')).toBeVisible()
    const field = page.getByRole('textbox', { name: 'Промокод' })
    await field.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Промокод недействителен. Проверьте, нет ли опечатки.')).toBeVisible()
    await expectNoAxeViolations(page)
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

test('a typed code is there on the funding page, is stored, and its bonus comes with the deposit', async ({ page }) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  const code = await createCode({ percent: 30, minDeposit: 50_000 })
  await openScreen(page, '/en/trading#/show/promo', 'Promo code and bonuses')
  await page.getByRole('textbox', { name: 'Promo code' }).fill(code)
  await openInNewDocument(page, '/en/trading#/show/funding/promo')
  const field = page.getByRole('textbox', { name: 'Promo code' })
  await expect(field).toHaveValue(code)
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save for my next deposit' }).click()
  await expect(page.getByText(`Code ${code} is saved for your next deposit`)).toBeVisible()
  await expect(page.getByRole('radio', { name: `Only promo code ${code}` })).toBeChecked()
  const summary = page.getByRole('region', { name: 'What you get' })
  await expect(summary).toContainText('+$300')
  await expect(summary).toContainText('$9,000')
  await page.locator('input[name=amount]').fill('400')
  await expect(page.getByText('The code needs a deposit of $500 or more.')).toBeVisible()
  await expect(summary).not.toContainText(code)
  await page.locator('input[name=amount]').fill('1000')
  await expectNoAxeViolations(page)
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await submitPayment(page)
  await expectSuccess(page)
  await expect(page.getByText(`Code ${code} added a bonus of $300.00 to your deposit.`)).toBeVisible()
  expect(await readBonus(trader.id)).toEqual([{ amount: '30000' }])
})

test('a limited offer shows its terms and stores its code if it is accepted', async ({ page }) => {
  const trader = await createTrader(page)
  const code = await makeLimitedOffer(trader.id, 180)
  await page.goto('/en/trading#/show/funding')
  const line = page.getByRole('complementary', { name: 'A bonus for your second deposit' })
  await expect(line.getByRole('timer')).toContainText(/[012]:\d\d/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await line.getByRole('button', { name: 'See the offer' }).click()
  const dialog = page.getByRole('dialog', { name: 'A bonus for your second deposit' })
  await expect(dialog).toContainText('A bonus of 40% of your next deposit, if you deposit $250 or more.')
  await expect(dialog).toContainText('you must stake 30 times its amount of your own money')
  await expect(dialog.getByRole('timer')).toContainText(/[012]:\d\d/)
  await expectNoAxeViolationsInBothThemes(page)
  await dialog.getByRole('button', { name: 'Save the bonus' }).click()
  await expect(page.getByText(`Code ${code} is saved for your next deposit`)).toBeVisible()
  await expect(page).toHaveURL(/#\/show\/funding$/)
  await page.reload()
  await expect(page.getByText(`Code ${code} is saved for your next deposit`)).toBeVisible()
  await expect(line).toHaveCount(0)
})
