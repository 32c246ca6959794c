import type { Page } from '@playwright/test'

import { testCards } from './helpers/card-data-canaries.ts'
import { queryDatabase } from './helpers/database.ts'
import { chooseBonus, expectSuccess, fetchCharges, fillCard, openFunding, submitPayment } from './helpers/pay.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader, fillLogin, openSessionOf, type Trader } from './helpers/trader.ts'

/** A payment continues after reloads, closed tabs, lost connections and ended sessions, and charges once. */

const chargedOnce = [{ processor: 'ORANGE', amount: 100_000 }]

const countDeposits = (trader: Trader) =>
  queryDatabase('select count(*)::int as count from deposits where user_id = $1', [trader.id])

async function payPending(page: Page): Promise<void> {
  await openFunding(page)
  await fillCard(page, testCards.pending)
  const reply = page.waitForResponse('**/api/card/fast/orange')
  await submitPayment(page)
  // The processor charges 3 s later, so the test does not wait for a message that comes and goes.
  await reply
}

test('a double click on Pay makes one payment, which a reload shows and which goes on when its tab is closed', async ({
  page,
  context,
}) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.pending)
  const reply = page.waitForResponse('**/api/card/fast/orange')
  await page.getByRole('button', { name: /^Pay / }).dblclick()
  await reply
  await page.reload()
  // On a busy machine the payment has ended by now.
  await expect(page.getByRole('heading', { name: /^(Your payment of )?\$1,000/ })).toBeVisible()
  await page.close()
  await expect.poll(async () => (await fetchCharges(trader)).length, { timeout: 30_000 }).toBe(1)
  const next = await context.newPage()
  await next.goto('/en/trading#/show/funding')
  await expect(next.getByRole('banner')).toContainText('$1,000.00')
  expect(await fetchCharges(trader)).toEqual(chargedOnce)
  expect(await countDeposits(trader)).toEqual([{ count: 1 }])
})

test('a second tab follows a payment, and continues it when the first tab is closed between two processors', async ({
  page,
  context,
}) => {
  const trader = await createTrader(page, { cascade: 'UNIVERSE,ORANGE_NOT3D' })
  // The call to the second processor never leaves this tab.
  await page.route('**/api/card/fast/orange', () => undefined)
  await openFunding(page)
  await fillCard(page, testCards.approves, 'UNIVERSE-SOFT/NOT3D-POLL')
  await submitPayment(page)
  await expect(page.getByText('Trying another payment company').first()).toBeVisible()
  const second = await context.newPage()
  let calls = 0
  second.on('request', (request) => {
    if (request.url().endsWith('/api/card/fast/orange')) calls += 1
  })
  await second.clock.install()
  await second.goto('/en/trading#/show/funding')
  await expect(second.getByRole('heading', { name: 'Your payment of $1,000' })).toBeVisible()
  expect(calls).toBe(0)
  await page.close()
  // The tab pauses before the call, once it has got the lock.
  await expect
    .poll(async () => {
      await second.clock.fastForward(2000)
      return calls
    })
    .toBe(1)
  await expectSuccess(second)
  expect(calls).toBe(1)
  expect(await fetchCharges(trader)).toHaveLength(1)
})

test("Back from the bank's page offers to return to it, and Back after the payment starts no second one", async ({
  page,
  context,
}) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'ORANGE-REDIRECT')
  await submitPayment(page)
  await page.getByRole('button', { name: 'Approve the payment' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await page.waitForURL(/\/en\/trading#\/listen\/funding\//)
  await expectSuccess(page)
  // The browser can refuse to show a page to which a form was posted.
  for (let step = 0; step < 2; step += 1) await page.goBack().catch(() => null)
  const next = await context.newPage()
  await next.goto('/en/trading#/show/funding')
  await expect(next.getByRole('banner')).toContainText('$1,000.00')
  expect(await fetchCharges(trader)).toEqual(chargedOnce)
  expect(await countDeposits(trader)).toEqual([{ count: 1 }])
})

test('a payment whose browser goes offline continues by itself when the connection is back', async ({
  page,
  context,
}) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await page.clock.install()
  // The page goes offline before it gets the reply, because the result comes only 3 s later.
  await page.route('**/api/card/fast/orange', async (route) => {
    const response = await route.fetch()
    await context.setOffline(true)
    await route.fulfill({ response })
  })
  await payPending(page)
  await expect(page.getByText('No connection. Nothing is lost')).toBeVisible({ timeout: 30_000 })
  await expect.poll(async () => (await fetchCharges(trader)).length, { timeout: 30_000 }).toBe(1)
  await page.clock.runFor(20_000)
  await context.setOffline(false)
  await expectSuccess(page)
})

test('an ended session leads to the log-in page and back: before a payment to the filled form, during it to the result', async ({
  page,
}) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await page.getByLabel('Amount', { exact: true }).fill('777')
  await chooseBonus(page)
  await fillCard(page, testCards.approves)
  // Otherwise the regular refresh can find first that the session has ended.
  await page.route('**/api/fraud/user', () => undefined)
  // Otherwise the result could be shown before the session ends.
  await page.routeWebSocket('**/api/live', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!String(message).includes('"type":"deposit"')) socket.send(message)
    })
  })
  await queryDatabase('delete from sessions where user_id = $1', [trader.id])
  await submitPayment(page)
  await page.waitForURL(/\/en\/login\?expired#\/show\/funding/)
  await openSessionOf(page, trader)
  await page.goto('/en/trading#/show/funding')
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('777')
  await expect(page.getByRole('radio', { name: /^With \d+% bonus/ })).toBeChecked()

  await page.unrouteAll()
  const { csrf } = await (await page.request.get('/api/boot')).json()
  await fillCard(page, testCards.pending)
  const reply = page.waitForResponse('**/api/card/fast/orange')
  await submitPayment(page)
  await reply
  await page.request.post('/api/us/sessions/end_all', { headers: { 'x-csrf-token': csrf } })
  await page.waitForURL(/\/en\/login\?expired#\/show\/funding/)
  await fillLogin(page, trader)
  await expectSuccess(page)
  await page.reload()
  await expect(page.getByLabel('Amount', { exact: true })).not.toHaveValue('777')
  expect(await fetchCharges(trader)).toEqual([{ processor: 'ORANGE', amount: 77_700 }])
})
