import { extractLink, waitForMails } from './helpers/sandbox.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader, fillLogin, openSessionOf } from './helpers/trader.ts'

test('a mailed link for a new password leaves the address and the history at once, and works once', async ({
  page,
}) => {
  const pageErrors = collectPageErrors(page)
  const newPassword = 'nine purple elephants'
  const trader = await createTrader(page)
  await page.context().clearCookies()
  await page.goto('/en/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  // The page before has such a field, too.
  await page.getByRole('button', { name: 'Send the link' }).waitFor()
  await page.locator('input[name=email]').fill(trader.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'If there is an account with this e-mail' })).toBeVisible()

  const link = extractLink((await waitForMails(trader.email))[0])
  expect(link).toContain('/en/reset#')
  await page.goto(link)
  await expect(page.locator('input[name=new-password]')).toBeVisible()
  await expect(page).not.toHaveURL(/#/)
  await page.locator('input[name=new-password]').fill(newPassword)
  await page.locator('input[name=repeat-password]').fill(newPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/en/login?changed')
  await fillLogin(page, { email: trader.email, password: newPassword })
  await page.waitForURL('**/en/trading**')

  await page.goto(link)
  await expect(page.getByText('it has been used, is older than 30 minutes')).toBeVisible()
  expect(pageErrors).toEqual([])
})

test('a browser that is logged out from another one leaves its page at once, alone or with all others', async ({
  page,
  browser,
  baseURL,
}) => {
  const trader = await createTrader(page)
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const far = await other.newPage()
  const enter = async () => {
    await openSessionOf(far, trader)
    await far.goto('/en/trading#/show/terms')
    await far.locator('main h1').waitFor()
  }
  await enter()
  await page.goto('/en/trading#/show/personal/security')
  await page.getByRole('button', { name: /^Log out Chrome, Linux/ }).press('Enter')
  await far.waitForURL('**/en/login?expired**')
  await expect(page.getByRole('button', { name: /^Log out Chrome, Linux/ })).toHaveCount(0)

  await enter()
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' }).click()
  await page.waitForURL('**/en/login?left')
  await far.waitForURL('**/en/login?expired**')
  await other.close()
})
