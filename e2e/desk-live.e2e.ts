import { expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { setUpOperator } from './helpers/desk.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

/** Shorter than the time after which a page looks by itself while it is told of changes. */
const pushMs = 15_000

test('the page of an operator hears at once who else has opened a ticket, and what they have done', async ({
  page: trading,
  browser,
}) => {
  await createTrader(trading, { names: ['Grace', 'Hopper'] })
  await trading.goto('/en/trading#/show/support')
  const id = await trading.evaluate(async () => {
    const { csrf } = (await (await fetch('/api/boot')).json()) as { csrf: string }
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf }
    const body = JSON.stringify({ subject: 'Where is my money?', content: 'silent: I paid yesterday.' })
    return ((await (await fetch('/api/kayako/ticket', { method: 'POST', headers, body })).json()) as { id: string }).id
  })
  const open = async (name: string) => {
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    const errors = collectPageErrors(page)
    await setUpOperator(page, name, 'support')
    return { page, errors }
  }
  const [first, second] = [await open('live-one'), await open('live-two')]
  await first.page.goto(`${process.env['DESK_URL']}/#/tickets/${id}`)
  await expect(first.page.getByText('silent: I paid yesterday.')).toBeVisible()
  // A page that asked each five seconds would see it without being told.
  await second.page.goto(`${process.env['DESK_URL']}/#/tickets/${id}`)
  await expect(first.page.getByText('live-two has this open, too.')).toBeVisible({ timeout: pushMs })
  await second.page.getByRole('button', { name: 'Take it' }).press('Enter')
  await expect(first.page.getByRole('button', { name: /Answered by.*live-two|live-two.*Answered by/ })).toBeVisible({
    timeout: pushMs,
  })
  await first.page.keyboard.press('?')
  await expect(first.page.getByRole('dialog', { name: 'Keys' })).toContainText('Write an answer')
  await expectNoAxeViolationsInBothThemes(first.page)
  await first.page.keyboard.press('Escape')
  expect(first.errors).toEqual([])
  expect(second.errors).toEqual([])
})

test('a mail is drawn in a frame that runs nothing, with its own styles; a saved view leads back to a filter', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const errors = collectPageErrors(page)
  await setUpOperator(page, 'writer', 'marketing,support')
  await page.goto(`${process.env['DESK_URL']}/#/mails/reset/en`)
  const button = page
    .frameLocator('iframe[title^="Mail:"]')
    .getByRole('link', { name: 'Choose a new password', exact: true })
  await expect(button).toBeVisible()
  expect(await button.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe('rgb(11, 99, 165)')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello {nobody}')
  await expect(page.getByText('It has a placeholder that this mail has no value for.')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectNoAxeViolationsInBothThemes(page)
  expect(await page.evaluate(findLayoutDefects)).toEqual([])

  await page.goto(`${process.env['DESK_URL']}/#/tickets?status=closed`)
  await page.getByRole('button', { name: 'Save this view' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Done')
  await page.getByRole('textbox', { name: 'Name of the view' }).press('Enter')
  await page.getByRole('link', { name: 'Queue' }).press('Enter')
  await page.reload()
  await page.getByRole('link', { name: 'Done' }).press('Enter')
  await expect(page.getByRole('button', { name: /State/ })).toContainText('Closed')
  await page.getByRole('button', { name: 'Remove the view “Done”' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Done' })).toBeHidden()
  expect(errors).toEqual([])
})
