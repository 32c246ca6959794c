import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { testCards } from './helpers/card-data-canaries.ts'
import { expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { openInNewDocument } from './helpers/page.ts'
import { expectSuccess, fillCard, openFunding, submitPayment } from './helpers/pay.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

test('after a large card deposit, new documents lead to the code of the card statement, whose screen fits a phone, until it is entered', async ({
  page,
}) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  // The setting of these tests asks for a code from this amount on.
  await page.locator('input[name=amount]').fill('9,990')
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await submitPayment(page)
  await expectSuccess(page)
  // The result stays on the screen, with the next step.
  await page.getByRole('link', { name: 'Enter the code' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your card')

  await openInNewDocument(page, '/en/trading#/home')
  await expect(page).toHaveURL(/#\/sw\/validate$/)
  await expect(page.getByRole('img', { name: /^TRADEFRONT, then six digits\. \$9,990\.00/ })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByLabel('Six digits from your statement').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not the code. You have 4 attempts left')).toBeVisible()
  await expect(page.getByLabel('Six digits from your statement')).toBeFocused()

  // From here on, the page is on a phone, in Russian, and opened from the other screen that leads here.
  await page.setViewportSize({ width: 390, height: 844 })
  await openInNewDocument(page, '/ru/trading#/show/funding')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Подтвердите карту')
  await expect(page.getByText('Осталось 4 попытки')).toBeVisible()
  await expect(page.getByRole('img', { name: /затем шесть цифр/ })).toBeVisible()
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
  await page.getByLabel('Шесть цифр из выписки').fill(await findStatementLine(trader.id))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/home$/)
  expect(
    await queryDatabase('select attempts_left, confirmed_by from statement_codes where user_id = $1', [trader.id]),
  ).toEqual([{ attempts_left: 4, confirmed_by: 'trader' }])
})

/** Finds the whole line that the card's bank shows, which some people will paste. */
async function findStatementLine(userId: number): Promise<string> {
  const [attempt] = await queryDatabase(
    'select a.reference from attempts a join deposits d on d.id = a.deposit_id where d.user_id = $1',
    [userId],
  )
  const reply = await fetch(`${process.env['SANDBOX_BASE_URL']}/control/statement`)
  const { rows } = (await reply.json()) as { rows: { ref: string; descriptor: string }[] }
  return rows.find(({ ref }) => ref === attempt?.['reference'])?.descriptor ?? ''
}
