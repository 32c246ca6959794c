import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { acceptInvitation, addAuthenticator, setUpOperator } from './helpers/desk.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'

test('the browser of an admin makes the link of an invitation, and shows it once when a second admin has signed', async ({
  page: first,
  browser,
}) => {
  const errors = collectPageErrors(first)
  await setUpOperator(first, 'first-admin', 'admin')
  const second = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await setUpOperator(second, 'second-admin', 'admin,support')

  await first.getByRole('link', { name: 'Operators' }).press('Enter')
  await expect(first.getByRole('heading', { level: 1 })).toHaveText('Operators')
  await expectNoAxeViolationsInBothThemes(first)
  await first.getByRole('button', { name: 'Invite', exact: true }).press('Enter')
  await first.getByLabel('Name').fill('third-payer')
  await first.getByRole('checkbox', { name: 'payments' }).press('Space')
  await expect(first.getByRole('checkbox', { name: 'admin' })).toBeDisabled()
  await first.getByLabel('Why').fill('joins the payments team')
  await expectNoAxeViolations(first)
  await first.getByRole('dialog').getByRole('button', { name: 'Invite' }).press('Enter')
  await expect(first.getByRole('alert')).toContainText('A second operator must sign, too.')

  await second.getByRole('link', { name: 'Approvals' }).press('Enter')
  await expect(second.getByText('Invite third-payer with the roles: payments')).toBeVisible()
  await second.getByRole('button', { name: 'Sign too' }).press('Enter')
  await expect(second.getByText('Nothing needs a second signature.')).toBeVisible()

  await first.reload()
  await first.getByRole('link', { name: /third-payer/ }).press('Enter')
  await first.getByRole('button', { name: 'Show the link' }).press('Enter')
  const link = await first.getByText(/#\/invitation\//).innerText()
  await expectNoAxeViolationsInBothThemes(first)
  expect(await first.evaluate(findLayoutDefects)).toEqual([])
  await first.reload()
  await expect(first.getByRole('heading', { name: 'third-payer' })).toBeVisible()
  await expect(first.getByRole('button', { name: 'Show the link' })).toBeHidden()

  const third = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await addAuthenticator(third)
  await acceptInvitation(third, link)

  for (const [name, path] of [
    ['Settings', '/settings/bank_details'],
    ['Audit', '/audit'],
  ] as const) {
    await first.getByRole('link', { name, exact: true }).press('Enter')
    await first.goto(`${process.env['DESK_URL']}/#${path}`)
    await expect(first.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible()
    await expectNoAxeViolationsInBothThemes(first)
    expect(await first.evaluate(findLayoutDefects)).toEqual([])
  }
  expect(errors).toEqual([])
})
