import type { Page } from '@playwright/test'

import { queryDatabase } from './helpers/database.ts'
import { openInNewDocument } from './helpers/page.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

/** Each of these texts calls `evil()` if it is rendered as HTML. */
const image = '<img src=x onerror=evil()>'
const script = '"><script>evil()</script>'

async function watchForInjection(page: Page): Promise<{ readonly expectNothingRan: () => Promise<void> }> {
  const evilCalls: string[] = []
  await page.exposeFunction('evil', () => evilCalls.push(page.url()))
  const faults = collectPageErrors(page)
  return {
    expectNothingRan: async () => {
      const injectedSelector = 'img[src=x], svg[onload], [onerror], [onload], [onfocus], main script, main iframe'
      await expect(page.locator(injectedSelector), page.url()).toHaveCount(0)
      expect({ called: evilCalls, faults }).toEqual({ called: [], faults: [] })
    },
  }
}

test('a name with a script is shown as text in titles, menus and fields', async ({ page }) => {
  const watched = await watchForInjection(page)
  const trader = await createTrader(page, { practice: true, names: [image, script] })
  await queryDatabase('update users set welcome_shown_count = 0, phone = $2 where id = $1', [
    trader.id,
    '<svg onload=evil()>',
  ])
  await page.goto('/en/trading#/home')
  await expect(page.getByRole('heading', { name: `Welcome, ${image}` })).toBeVisible()
  await watched.expectNothingRan()
  await page.getByRole('banner').getByRole('button').last().click()
  await expect(page.getByRole('menu').or(page.getByRole('dialog')).first()).toBeVisible()
  await watched.expectNothingRan()
  await page.keyboard.press('Escape')
  await page.goto('/en/trading#/show/personal')
  await page.getByRole('button', { name: 'Change: Phone' }).click()
  await expect(page.locator('input[name=phone]')).toHaveValue(/svg onload/)
  await watched.expectNothingRan()
})

test('HTML in addresses, posted log-ins and form fields runs nothing', async ({ page }) => {
  const watched = await watchForInjection(page)
  for (const path of [
    `/en/login?expired=${encodeURIComponent(script)}#javascript:evil()`,
    `/en/show/${encodeURIComponent(image)}`,
    `/en/${encodeURIComponent(script)}`,
    `/en/?q=${encodeURIComponent(script)}#modal-register${encodeURIComponent(image)}`,
    `/en/reset#${encodeURIComponent(script)}`,
    `/en/autologin?email=${encodeURIComponent(script)}`,
  ]) {
    await page.goto(path)
    if (path.includes('/autologin')) await page.waitForURL('**/en/login')
    await page.locator('main h1').waitFor()
    await watched.expectNothingRan()
  }

  await page.goto('/en/#modal-promo')
  await page.locator('input[name=firstName]').focus()
  await page.getByRole('combobox').fill(image)
  for (const name of ['firstName', 'lastName', 'login', 'new-password', 'phone', 'promo'])
    await page.locator(`input[name=${name}]`).fill(name === 'phone' ? '<svg/onload=evil()>' : image)
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name=login]')).toBeFocused()
  await watched.expectNothingRan()

  const trader = await createTrader(page)
  await page.goto(`/en/autologin?email=${encodeURIComponent(image)}&password=${encodeURIComponent(script)}`)
  await expect(page.getByText(`wants to log you in as ${image}`)).toBeVisible()
  await expect(page.getByText(trader.email)).toBeVisible()
  await watched.expectNothingRan()
  for (const hash of [
    `/show/${encodeURIComponent(image)}`,
    `/listen/funding/${encodeURIComponent(image)}/1/2`,
    'javascript:evil()',
  ]) {
    await openInNewDocument(page, `/en/trading#${hash}`)
    await page.locator('main h1').waitFor()
    await watched.expectNothingRan()
  }
  await page.goto(`/en/trading?listen&transaction_id=${encodeURIComponent(script)}&id=${encodeURIComponent(image)}`)
  await page.locator('main h1').waitFor()
  await watched.expectNothingRan()
  expect(new URL(page.url()).origin).toBe(new URL(process.env['BASE_URL'] ?? '').origin)
})
