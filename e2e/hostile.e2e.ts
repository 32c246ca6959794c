import type { Page } from '@playwright/test'

import { collectFaults, expect, newTrader, query, test } from './support.ts'

/** Each would call `evil()` if a page took it for anything but text. */
const image = '<img src=x onerror=evil()>'
const script = '"><script>evil()</script>'

/** Watches a page: what it calls or loads that it should not. */
async function watch(page: Page): Promise<{ readonly none: () => Promise<void> }> {
  const called: string[] = []
  await page.exposeFunction('evil', () => called.push(page.url()))
  const faults = collectFaults(page)
  return {
    none: async () => {
      const planted = 'img[src=x], svg[onload], [onerror], [onload], [onfocus], main script, main iframe'
      expect(await page.locator(planted).count(), page.url()).toBe(0)
      expect({ called, faults }).toEqual({ called: [], faults: [] })
    },
  }
}

test('a name that is a script is shown as it is written, on every screen that has it', async ({ page }) => {
  const watched = await watch(page)
  const trader = await newTrader(page, { practice: true, names: [image, script] })
  await query('update users set try_counter = 0, phone = $2 where id = $1', [trader.id, '<svg onload=evil()>'])
  await page.goto('/en/trading#/home')
  await expect(page.getByRole('dialog', { name: `Welcome, ${image}` })).toBeVisible()
  await watched.none()
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('button').last().click()
  await expect(page.getByRole('menu').or(page.getByRole('dialog')).first()).toBeVisible()
  await watched.none()
  await page.keyboard.press('Escape')
  for (const [hash, field] of [
    ['/show/personal', 'phone'],
    ['/show/real', 'lastName'],
  ] as const) {
    await page.goto(`/en/trading#${hash}`)
    await expect(page.locator(`input[name=${field}]`)).toHaveValue(field === 'phone' ? /svg onload/ : script)
    await watched.none()
  }
})

test('what comes with an address is shown as it is written, or not at all', async ({ page }) => {
  const watched = await watch(page)
  for (const path of [
    `/en/login?expired=${encodeURIComponent(script)}#${encodeURIComponent(image)}`,
    `/en/show/${encodeURIComponent(image)}`,
    `/en/${encodeURIComponent(script)}`,
    `/en/?q=${encodeURIComponent(script)}#modal-register${encodeURIComponent(image)}`,
    `/en/reset#${encodeURIComponent(script)}`,
    `/en/autologin?email=${encodeURIComponent(script)}`,
    `/en/login#javascript:evil()`,
  ]) {
    await page.goto(path)
    await page.locator('main h1').waitFor()
    await watched.none()
  }
})

test('what is typed or posted is shown as it is written: every field, and the question of another site', async ({
  page,
}) => {
  const watched = await watch(page)
  await page.goto('/en/register')
  await page.getByRole('combobox').fill(image)
  for (const name of ['firstName', 'lastName', 'login', 'new-password', 'phone', 'promo'])
    await page.locator(`input[name=${name}]`).fill(name === 'phone' ? '<svg/onload=evil()>' : image)
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name=login]')).toBeFocused()
  await watched.none()

  const trader = await newTrader(page)
  await page.goto(`/en/autologin?email=${encodeURIComponent(image)}&password=${encodeURIComponent(script)}`)
  await expect(page.getByText(`asks to log you in as ${image}`)).toBeVisible()
  await expect(page.getByText(trader.email)).toBeVisible()
  await watched.none()
  for (const hash of [
    `/show/${encodeURIComponent(image)}`,
    `/sw/${encodeURIComponent(script)}`,
    `/listen/funding/${encodeURIComponent(image)}/1/2`,
    'javascript:evil()',
  ]) {
    await page.goto(`/en/trading#${hash}`)
    await page.locator('main h1').waitFor()
    await watched.none()
  }
  await page.goto(`/en/trading?listen&transaction_id=${encodeURIComponent(script)}&id=${encodeURIComponent(image)}`)
  await page.locator('main h1').waitFor()
  await watched.none()
  expect(new URL(page.url()).origin).toBe(new URL(process.env['BASE_URL'] ?? '').origin)
})
