import type { Page } from '@playwright/test'

import { queryDatabase } from './helpers/database.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

const listBrowserErrors = (mark: string) =>
  queryDatabase(
    `select message, url, thrown_value as object, occurrence_count as times from browser_errors where message like $1`,
    [`%${mark}%`],
  )

/** Differs per repetition: errors that differ only in numbers count as one. */
const getRunLetter = () => String.fromCharCode(97 + test.info().repeatEachIndex)

const throwInPage = (page: Page, message: string) =>
  page.evaluate((words) => {
    setTimeout(() => {
      throw new Error(words)
    })
  }, message)

test("an uncaught error is reported once, without the trader's data", async ({ page }) => {
  const trader = await createTrader(page)
  await page.goto('/en/trading?transaction_id=secret-reference#/home')
  await page.locator('main h1').waitFor()
  const reported = page.waitForResponse('**/api/us/handler')
  await throwInPage(
    page,
    `uncaught walnut ${getRunLetter()} of ${trader.email} with 4000 0566 5566 5556 and token=hunter2`,
  )
  expect((await reported).status()).toBe(200)
  await page.evaluate((words) => void Promise.reject(new Error(words)), `uncaught hazelnut ${getRunLetter()}`)
  await expect.poll(async () => (await listBrowserErrors(`uncaught hazelnut ${getRunLetter()}`)).length).toBe(1)

  const [row] = await listBrowserErrors(`uncaught walnut ${getRunLetter()}`)
  expect(JSON.stringify(row)).not.toMatch(/@example|4000 0566|hunter2|secret-reference/)
  expect(row).toMatchObject({ message: `Error: uncaught walnut ${getRunLetter()} of * with * and token=*`, times: '1' })
  expect(String(row?.['object'])).toMatch(/page http:\/\/[\d.:]+\/en\/trading#\/home$/)
})

test('a page that fails all the time stops reporting after a few errors', async ({ page }) => {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/us/handler')) sent += 1
  })
  await page.goto('/ru/login')
  await page.locator('main h1').waitFor()
  for (const word of ['almond', 'brazil', 'cashew', 'filbert', 'macadamia', 'peanut', 'pecan', 'pine'])
    for (let times = 0; times < 3; times += 1) await throwInPage(page, `flood ${getRunLetter()} of ${word}`)
  await expect.poll(async () => (await listBrowserErrors(`flood ${getRunLetter()} of`)).length).toBe(5)
  // Reports are sent in order, so this one comes after any other.
  const other = await page.context().newPage()
  await other.goto('/ru/login')
  await throwInPage(other, `flood ${getRunLetter()} is over`)
  await expect.poll(async () => (await listBrowserErrors(`flood ${getRunLetter()} is over`)).length).toBe(1)
  expect(sent).toBe(5)
  expect((await listBrowserErrors(`flood ${getRunLetter()} of`)).map(({ times }) => times)).toEqual(
    Array.from({ length: 5 }, () => '1'),
  )
})

test('a failed HTTP call is not reported as an error of the page', async ({ page, context }) => {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/us/handler')) sent += 1
  })
  await page.goto('/en/login')
  await page.locator('input[name=email]').fill('a@example.com')
  await page.locator('input[name=password]').fill('whatever it is')
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  expect(sent).toBe(0)
})
