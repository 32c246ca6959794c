import { expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { setUpOperator } from './helpers/desk.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'

test('a rule of the cascade is written by keyboard beside its preview, and the screen fits a phone', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const errors = collectPageErrors(page)
  await setUpOperator(page, 'cascade-writer', 'payments')
  await page.goto(`${process.env['DESK_URL']}/#/cascade`)
  await expect(page.getByRole('heading', { name: 'Cascade rules' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a rule' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Cheaper in Australia')
  await dialog.getByRole('textbox', { name: 'Countries' }).fill('AU, XX')
  await expect(dialog.getByText('No country has this code: XX.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Countries' }).fill('au nz')
  await dialog.getByRole('textbox', { name: 'First digits of cards' }).fill('4242, 510000-559999')
  await dialog
    .getByRole('group', { name: 'Remove these processors' })
    .getByRole('button', { name: 'ZOOM' })
    .press('Enter')
  await expectNoAxeViolationsInBothThemes(page)
  await dialog.getByRole('button', { name: 'Keep' }).press('Enter')
  await expect(page.getByRole('heading', { name: /Cheaper in Australia/ })).toBeVisible()
  await expect(page.getByText('After “Cheaper in Australia”')).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
  await page.getByRole('button', { name: 'Sign the changes' }).press('Enter')
  await page.getByRole('textbox', { name: 'Why' }).fill('the contract of June')
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('A second operator must sign, too.')
  expect(await queryDatabase(`select from settings where name = 'cascade_rules'`)).toEqual([])
  await page.goto(`${process.env['DESK_URL']}/#/approvals`)
  const approval = page.getByRole('listitem').filter({ hasText: 'Cheaper in Australia' })
  await expect(approval).toContainText('Australia, New Zealand · cards 4242, 510000-559999: Without ZOOM')
  await approval.getByRole('button', { name: 'Take back' }).press('Enter')
  await expect(approval).toBeHidden()
  expect(errors).toEqual([])
})

test('prizes, exchange rates and trades are legible in both themes and on a phone', async ({ browser }) => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const errors = collectPageErrors(page)
  await setUpOperator(page, 'decider', 'payments')
  for (const [path, title] of [
    ['prizes', 'Prizes'],
    ['rates', 'Exchange rates'],
    ['trades', 'Trades'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${process.env['DESK_URL']}/#/${path}`)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expectNoAxeViolationsInBothThemes(page)
    expect(await page.evaluate(findLayoutDefects), title).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(findLayoutDefects), title).toEqual([])
  }
  expect(errors).toEqual([])
})
