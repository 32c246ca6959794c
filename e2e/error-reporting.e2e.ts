import type { Page } from '@playwright/test'

import { queryDatabase } from './helpers/database.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

const listBrowserErrors = (mark: string) =>
  queryDatabase(
    `select message, url, thrown_value as object, occurrence_count as times from browser_errors where message like $1`,
    [`%${mark}%`],
  )

/** Returns a letter that differs per repetition: errors that differ only in numbers count as one. */
const getRunLetter = () => String.fromCharCode(97 + test.info().repeatEachIndex)

const throwInPage = (page: Page, message: string) =>
  page.evaluate((words) => {
    setTimeout(() => {
      throw new Error(words)
    })
  }, message)

test("an error that a browser throws and a rejection that nothing handles are reported once each, without the trader's data", async ({
  page,
}) => {
  const trader = await createTrader(page)
  await page.goto('/en/trading?transaction_id=secret-reference#/show/terms')
  await page.locator('main h1').waitFor()
  const words = `uncaught walnut ${getRunLetter()} of ${trader.email} with 4000 0566 5566 5556 and token=hunter2`
  for (let times = 0; times < 3; times += 1) await throwInPage(page, words)
  await page.evaluate((reason) => void Promise.reject(new Error(reason)), `uncaught hazelnut ${getRunLetter()}`)
  // A page on a slow machine throws later than it rejects.
  for (const word of ['walnut', 'hazelnut'])
    await expect.poll(async () => (await listBrowserErrors(`uncaught ${word} ${getRunLetter()}`)).length).toBe(1)

  const [row] = await listBrowserErrors(`uncaught walnut ${getRunLetter()}`)
  expect(JSON.stringify(row)).not.toMatch(/@example|4000 0566|hunter2|secret-reference/)
  expect(row).toMatchObject({ message: `Error: uncaught walnut ${getRunLetter()} of * with * and token=*`, times: '1' })
  expect(String(row?.['object'])).toMatch(/page http:\/\/[\d.:]+\/en\/trading#\/show\/terms$/)
})
