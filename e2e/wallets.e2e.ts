import type { Page } from '@playwright/test'

import { expectNoAxeViolations } from './helpers/axe.ts'
import { chooseMethod, expectSuccess, fetchCharges, openFunding } from './helpers/pay.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

const failure = 'Payment cancelled'

/** Records the files of methods that the page loads from now on. */
function recordMethodFiles(page: Page): Set<string> {
  const files = new Set<string>()
  page.on('request', (request) => {
    const [, name] = /\/assets\/(\w+-tab)-[^/]+\.js$/.exec(request.url()) ?? []
    if (name !== undefined) files.add(name)
  })
  return files
}

/* What every wallet answers, charges and credits is tested in apps/server/src/modules/wallets/routes.test.ts. Here the browser goes to the
   page of one and comes back. */

test('a browser that leaves the page of a wallet can continue there, cancel, or pay, and loads only the files of that method', async ({
  page,
}) => {
  const trader = await createTrader(page)
  const files = recordMethodFiles(page)
  await openFunding(page)
  await page.waitForLoadState('networkidle')
  expect([...files]).toEqual([])
  await chooseMethod(page, 'Skrill')
  await expect(page.getByRole('heading', { name: 'Pay with Skrill' })).toBeVisible()
  expect([...files]).toEqual(['wallet-tab'])
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Pay $1,000' }).click()
  await page.getByRole('link', { name: 'Leave without answering' }).click()
  await page.goto('/en/trading#/show/funding')
  await expect(page.getByText(/The payment waits for you at Skrill/)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Continue at Skrill' }).click()
  await page.goBack()
  await page.getByRole('button', { name: 'Cancel and choose another way to pay' }).click()
  await expect(page.getByRole('heading', { name: failure })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Pay $1,000' }).click()
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await expectSuccess(page)
  expect(await fetchCharges(trader)).toEqual([{ processor: 'SKRILL', amount: 100_000 }])
})
