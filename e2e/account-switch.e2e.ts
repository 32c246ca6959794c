import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { checkBox } from './helpers/page.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { rememberWorkspace } from './helpers/workspace.ts'

test('practice is opened with an e-mail and a password, and the real account from its header', async ({ page }) => {
  const pageErrors = collectPageErrors(page)
  await page.goto('/en/#modal-register-demo')
  const form = page.getByRole('dialog', { name: 'Try it with practice money' })
  await form.locator('input[name=login]').fill(`switch.${crypto.randomUUID()}@example.com`)
  await form.locator('input[name=new-password]').fill('seven yellow sunflowers')
  await checkBox(page, /18/)
  await checkBox(page, /terms/)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/en/trading#/home')
  const accounts = page.getByRole('group', { name: 'Your accounts' })
  await expect(accounts.getByRole('button', { name: /^Practice \$10,000\.00 USD/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade')
  await expectNoAxeViolationsInBothThemes(page)

  await accounts.getByRole('button', { name: 'Real, open an account' }).press('Enter')
  await page.locator('input[name=firstName]').fill('Mia')
  await page.locator('input[name=lastName]').fill('Keller')
  await page.locator('input[name=phone]').fill('+41 79 123 45 67')
  await expect(page.getByRole('combobox')).toHaveValue('Switzerland')
  await page.getByRole('button', { name: 'Open the real account' }).click()
  await expect(accounts.getByRole('button', { name: /^Real \$0\.00 USD/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Add funds' })).toBeVisible()
  await accounts.getByRole('button', { name: 'Switch to practice, $10,000.00' }).press('Enter')
  await expect(accounts.getByRole('button', { name: /^Practice \$10,000\.00 USD/ })).toBeVisible()
  await expect(page.getByText('You are on practice. Switch to your real account to add funds.')).toBeVisible()
  expect(pageErrors).toEqual([])
})

test('a page that is left open buys nothing after a switch in another tab, and shows the other account once it is loaded again', async ({
  page,
  context,
}) => {
  const trader = await createTrader(page)
  await rememberWorkspace(context, trader.id)
  await page.goto('/en/trading#/show/terms')
  await page.getByRole('button', { name: /^Switch to practice/ }).click()
  await expect(page.getByRole('button', { name: /^Practice/ })).toBeVisible()
  await page.goto('/en/trading#/home')
  const up = page.getByRole('button', { name: /^Up/ })
  await expect(up).toHaveAttribute('aria-disabled', 'false')

  const other = await context.newPage()
  await other.goto('/en/trading#/show/terms')
  await other.getByRole('button', { name: /^Switch to real/ }).click()
  await expect(other.getByRole('button', { name: /^Real/ })).toBeVisible()

  const notice = page.getByRole('alert').filter({ hasText: 'You switched to real in another tab.' })
  await expect(notice).toBeVisible()
  await expectNoAxeViolations(page)
  await expect(page.getByRole('button', { name: /^Practice/ })).toBeVisible()
  const refused = page.waitForResponse('**/api/trading/buy')
  await up.click()
  expect((await refused).status()).toBe(409)
  expect(await queryDatabase('select id from trades where user_id = $1', [trader.id])).toEqual([])
  await notice.getByRole('button', { name: 'Reload this page' }).click()
  await expect(page.getByRole('button', { name: /^Real \$0\.00/ })).toBeVisible()
  await expect(notice).toBeHidden()
})
