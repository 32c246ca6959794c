import type { Page } from '@playwright/test'

import { testCards } from './helpers/card-data-canaries.ts'
import { queryDatabase } from './helpers/database.ts'
import { chooseBonus, expectSuccess, fetchCharges, fillCard, openFunding, submitPayment } from './helpers/pay.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader, fillLogin, type Trader } from './helpers/trader.ts'

/** A payment continues after reloads, closed tabs, lost connections and ended sessions, and charges once. */

const chargedOnce = [{ processor: 'ORANGE', amount: 100_000 }]

const countDeposits = (trader: Trader) =>
  queryDatabase('select count(*)::int as count from deposits where user_id = $1', [trader.id])

/** Waits until the first processor has declined. The call to the second one never leaves this page. */
async function payUntilSecondProcessor(page: Page): Promise<void> {
  await page.route('**/api/card/fast/orange', () => undefined)
  await openFunding(page)
  await fillCard(page, testCards.approves, 'UNIVERSE-SOFT/NOT3D-POLL')
  await submitPayment(page)
  await expect(page.getByText('Trying another payment company').first()).toBeVisible()
}

/** Skips the wait before the call to ORANGE_NOT3D, if it has begun. */
async function skipStartDelay(page: Page): Promise<void> {
  await expect(page.getByText('Trying another payment company').first()).toBeVisible()
  await page.clock.fastForward(6000)
}

async function payPending(page: Page): Promise<void> {
  await openFunding(page)
  await fillCard(page, testCards.pending)
  const reply = page.waitForResponse('**/api/card/fast/orange')
  await submitPayment(page)
  // The processor charges 3 s later, so a message that comes and goes is not waited for.
  await reply
}

test('after a double click on Pay, a reload shows the one payment, which goes on without its tab', async ({
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
  // On a busy machine the payment has ended meanwhile.
  await expect(page.getByRole('heading', { name: /^(Your payment of )?\$1,000/ })).toBeVisible()
  await page.close()
  await expect.poll(async () => (await fetchCharges(trader)).length, { timeout: 30_000 }).toBe(1)
  const next = await context.newPage()
  await next.goto('/en/trading#/show/funding')
  await expect(next.getByRole('banner')).toContainText('$1,000.00')
  expect(await fetchCharges(trader)).toEqual(chargedOnce)
  expect(await countDeposits(trader)).toEqual([{ count: 1 }])
})

test('a new tab continues a cascade whose tab was closed between two processors', async ({ page, context }) => {
  const trader = await createTrader(page, { cascade: 'UNIVERSE,ORANGE_NOT3D' })
  await payUntilSecondProcessor(page)
  await page.close()
  const next = await context.newPage()
  await next.goto('/en/trading#/show/funding')
  await expectSuccess(next)
  expect(await fetchCharges(trader)).toHaveLength(1)
})

test('a second tab follows the payment of the first and charges nothing twice', async ({ page, context }) => {
  const trader = await createTrader(page, { cascade: 'UNIVERSE,ORANGE_NOT3D' })
  const secondIsOpen = Promise.withResolvers<void>()
  await page.route('**/api/card/fast/orange', async (route) => {
    await secondIsOpen.promise
    await route.continue()
  })
  await page.clock.install()
  await openFunding(page)
  await fillCard(page, testCards.approves, 'UNIVERSE-SOFT/NOT3D-POLL')
  await submitPayment(page)
  await expect(page.getByText('Trying another payment company').first()).toBeVisible()
  const second = await context.newPage()
  await second.goto('/en/trading#/show/funding')
  await expect(second.getByRole('heading', { name: 'Your payment of $1,000' })).toBeVisible()
  await skipStartDelay(page)
  secondIsOpen.resolve()
  await Promise.all([expectSuccess(page), expectSuccess(second)])
  expect(await fetchCharges(trader)).toHaveLength(1)
  const attempts = await queryDatabase(
    'select count(*)::int as count from attempts a join deposits d on d.id = a.deposit_id where d.user_id = $1',
    [trader.id],
  )
  expect(attempts).toEqual([{ count: 2 }])
})

test('another device asks before it continues a payment that it did not start', async ({ page, browser, baseURL }) => {
  const trader = await createTrader(page, { cascade: 'UNIVERSE,ORANGE_NOT3D' })
  await payUntilSecondProcessor(page)
  await page.close()
  const device = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const other = await device.newPage()
  await other.goto('/en/login#/show/funding')
  await fillLogin(other, trader)
  await expect(other.getByRole('heading', { name: 'A payment of $1,000 is not finished' })).toBeVisible()
  await other.clock.install()
  await other.getByRole('button', { name: 'Continue' }).click()
  await skipStartDelay(other)
  await expectSuccess(other)
  expect(await fetchCharges(trader)).toHaveLength(1)
  await device.close()
})

test("going Back from the bank's page offers to return to it, and after the payment starts no second one", async ({
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

test('a payment continues by itself after twenty seconds without a connection', async ({ page, context }) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await page.clock.install()
  // Offline before the page gets the reply, because the result comes only 3 s later.
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

test('a payment started offline is sent once, when the connection is back', async ({ page, context }) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await fillCard(page, testCards.approves, 'ORANGE-POLL')
  await context.setOffline(true)
  await submitPayment(page)
  await expect(page.getByText('No answer has arrived.').first()).toBeVisible()
  await context.setOffline(false)
  await submitPayment(page)
  await expectSuccess(page)
  expect(await fetchCharges(trader)).toEqual(chargedOnce)
})

test('a session that ends during a payment leads to the log-in page and then to the result', async ({ page }) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  const { csrf } = await (await page.request.get('/api/boot')).json()
  // Else the result could be shown before the session ends.
  await page.routeWebSocket('**/api/live', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!String(message).includes('"type":"deposit"')) socket.send(message)
    })
  })
  await payPending(page)
  await page.request.post('/api/us/sessions/end_all', { headers: { 'x-csrf-token': csrf } })
  await page.waitForURL(/\/en\/login\?expired#\/show\/funding/, { timeout: 30_000 })
  await fillLogin(page, trader)
  await expectSuccess(page)
  expect(await fetchCharges(trader)).toEqual(chargedOnce)
})

test('pressing Pay with an ended session leads to the log-in page and back to the filled form', async ({ page }) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await openFunding(page)
  await page.getByLabel('Amount', { exact: true }).fill('777')
  await chooseBonus(page)
  await fillCard(page, testCards.approves)
  // Else the regular refresh can find first that the session has ended.
  await page.route('**/api/fraud/user', () => undefined)
  await queryDatabase('delete from sessions where user_id = $1', [trader.id])
  await submitPayment(page)
  await page.waitForURL(/\/en\/login\?expired#\/show\/funding/)
  await fillLogin(page, trader)
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('777')
  await expect(page.getByRole('radio', { name: /^With \d+% bonus/ })).toBeChecked()
  await fillCard(page, testCards.approves)
  await submitPayment(page)
  await expectSuccess(page)
  await page.reload()
  await expect(page.getByLabel('Amount', { exact: true })).not.toHaveValue('777')
  expect(await fetchCharges(trader)).toEqual([{ processor: 'ORANGE', amount: 77_700 }])
})

test('the payment result arrives over the socket without polling', async ({ page }) => {
  await createTrader(page, { cascade: 'ORANGE' })
  // On a busy machine the result can arrive after the first poll.
  await page.route('**/api/card/listen/orange', (route) => route.abort())
  await payPending(page)
  await expectSuccess(page)
})

test('without the socket, a payment whose reply was lost is shown, and no other processor is tried', async ({
  page,
}) => {
  await page.routeWebSocket('**/api/live', (socket) => socket.close())
  const trader = await createTrader(page, { cascade: 'ORANGE,UNIVERSE' })
  await openFunding(page)
  await fillCard(page, testCards.replyLost)
  await submitPayment(page)
  await expectSuccess(page)
  expect(await fetchCharges(trader)).toEqual(chargedOnce)
})

test('the return route of an unknown processor changes nothing', async ({ page }) => {
  await createTrader(page)
  const consoleTexts: string[] = []
  page.on('console', (message) => consoleTexts.push(message.text()))
  await page.goto('/en/trading#/listen/funding/nobody/11111111-1111-4111-8111-111111111111/x')
  await expect(page.locator('input[name=amount]')).toBeVisible()
  expect(consoleTexts.join()).toContain('Unknown processor')
  await page.goto(
    '/en/trading?listen-orange&transaction_id=22222222-2222-4222-8222-222222222222&id=11111111-1111-4111-8111-111111111111',
  )
  await expect(page.getByText('We could not find this payment on your account.')).toBeVisible()
})

test('a page of another site can neither post nor start a payment', async ({ page, baseURL }) => {
  const trader = await createTrader(page, { cascade: 'ORANGE' })
  await page.route('http://evil.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${baseURL}/api/card/deposit" enctype="text/plain">
          <input name='{"amount":1000,"fixed":0,"bonus":0,"x":"' value='"}'></form>
        <form method="post" action="${baseURL}/api/card/fast/orange"><input name="amount" value="1000"></form>
        <form method="post" action="${baseURL}/api/logout"></form>
        <img src="${baseURL}/api/card/fast/ezpay?amount=1000&fixed=0&bonus=0">
        <img src="${baseURL}/api/entro/redirect?amount=1000">`,
    }),
  )
  for (const form of [0, 1, 2]) {
    await page.goto('http://evil.example/')
    await Promise.all([
      page.waitForURL(`${baseURL}/**`),
      page.evaluate((index) => document.forms[index]?.submit(), form),
    ])
  }
  expect(await countDeposits(trader)).toEqual([{ count: 0 }])
  await page.goto('/en/trading#/home')
  await expect(page.getByRole('banner')).toContainText('Ada Lovelace')
})
