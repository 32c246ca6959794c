import type { BrowserContext, Page } from '@playwright/test'

import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { openScreen } from './helpers/page.ts'
import { createTrader } from './helpers/trader.ts'

/** The tests move the chains on by hand, and each must find them as it left them. */
test.describe.configure({ mode: 'default' })

const sandboxUrl = () => process.env['SANDBOX_BASE_URL'] ?? ''
const dialogOf = (page: Page) => page.getByRole('dialog')

async function control(path: string, body: object): Promise<void> {
  const reply = await fetch(`${sandboxUrl()}/control/chains/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.status, path).toBe(200)
}

test.beforeAll(async () => {
  for (const coin of ['btc', 'eth']) await control(`${coin}/interval`, { seconds: 0 })
})

/** Opens the tab, takes the bonus if it is asked for, and makes the invoice. */
async function openInvoice(page: Page, tab: 'bitcoin' | 'eth', withBonus = false): Promise<void> {
  await page.goto(`/en/trading#/show/funding/${tab}`)
  const pay = page.getByRole('button', { name: 'Pay $1,000' })
  await expect(page.getByText(/^About 0\.\d+ (BTC|ETH) at 1/)).toBeVisible()
  if (withBonus) await page.getByText(/^With \d+% bonus/).click()
  await pay.focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByRole('timer')).toContainText('left')
}

const readInvoice = async (traderId: number) => {
  const [row] = await queryDatabase(
    'select guid, address, amount_due::text as due from crypto_invoices where user_id = $1 order by created_at desc limit 1',
    [traderId],
  )
  return { guid: String(row?.['guid']), address: String(row?.['address']), due: BigInt(String(row?.['due'])) }
}

const readMoney = async (traderId: number) =>
  queryDatabase(
    `select account, amount::text as amount from ledger_balances where user_id = $1 and amount <> 0 order by account`,
    [traderId],
  )

async function openTestWallet(page: Page, context: BrowserContext): Promise<Page> {
  const opening = context.waitForEvent('page')
  await dialogOf(page).getByRole('link', { name: 'Pay with the test wallet' }).click()
  const wallet = await opening
  // Its buttons work once its script has shown the chain.
  await expect(wallet.locator('#chain')).toContainText(/^block \d/)
  return wallet
}

test('bitcoin on a phone by keyboard: too little, the rest, seen, confirmed and credited with the bonus', async ({
  page,
  context,
}) => {
  const errors = collectPageErrors(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 390, height: 844 })
  const trader = await createTrader(page)
  await openInvoice(page, 'bitcoin', true)
  const { address, due } = await readInvoice(trader.id)
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('Test chain: these coins have no value.')
  await expect(dialog).not.toContainText('on the Bitcoin network')
  await expect(dialog.getByRole('img', { name: 'QR code with the address and the amount' })).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  await expect.poll(() => page.evaluate(findLayoutDefects)).toEqual([])
  await dialog.getByRole('button', { name: 'Copy the address' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Address copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await control('btc/pay', { outputs: [{ address, value: String(due / 2n) }] })
  await expect(dialog).toContainText(/Send the rest: 0\.\d+ BTC/)
  await expect(dialog).toContainText('the bonus of $500.00 is not added')
  await page.reload()
  await expect(dialog).toContainText(/Send the rest: 0\.\d+ BTC/)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(dialogOf(other)).toContainText(address)
  await other.close()

  await control('btc/pay', { outputs: [{ address, value: String(due - due / 2n) }] })
  await expect(dialog).toContainText('Seen: 0 of 2 confirmations')
  await expectNoAxeViolations(page)
  await control('btc/mine', {})
  await expect(dialog).toContainText('Seen: 1 of 2 confirmations')
  expect(await readMoney(trader.id), 'nothing is credited early').toEqual([])
  await control('btc/mine', {})
  await expect(dialog).toContainText('$1,000.00 is on your account')
  await expect(dialog).toContainText('The bonus of $500.00 is added.')
  await expectNoAxeViolationsInBothThemes(page)
  expect(await readMoney(trader.id)).toEqual([
    { account: 'bonus', amount: '50000' },
    { account: 'cash', amount: '100000' },
  ])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('row').filter({ hasText: 'Bitcoin' })
  await expect(row).toContainText('On your account')
  await expect.poll(() => page.evaluate(findLayoutDefects)).toEqual([])
  expect(errors).toEqual([])
})

test('ether from the test wallet: a reorganisation takes the payment away, then more than asked is credited once', async ({
  page,
  context,
}) => {
  const trader = await createTrader(page)
  await openInvoice(page, 'eth')
  const dialog = dialogOf(page)
  await expectNoAxeViolations(page)
  const wallet = await openTestWallet(page, context)
  await wallet.getByRole('button', { name: 'Pay the amount due' }).click()
  await expect(wallet.getByRole('status')).toContainText(/^Sent /)
  await wallet.getByRole('button', { name: 'Mine a block now' }).click()
  await expect(dialog).toContainText('Seen: 1 of 6 confirmations')
  await wallet.getByLabel('Their payments').selectOption('no')
  await wallet.getByRole('button', { name: 'Reorganise the chain' }).click()
  await expect(dialog).toContainText(/Send 0\.\d+ ETH/)
  await expect(dialog).toContainText('No longer known to the network.')
  await wallet.getByRole('button', { name: 'Pay 10 % more' }).click()
  for (let block = 0; block < 6; block += 1) {
    await expect(dialog).toContainText(`Seen: ${block} of 6 confirmations`)
    await wallet.getByRole('button', { name: 'Mine a block now' }).click()
  }
  await expect(dialog).toContainText('$1,100.00 is on your account')
  await expect(dialog).toContainText(/You sent 0\.\d+ ETH instead of 0\.\d+\. All of it is credited/)
  expect(await readMoney(trader.id)).toEqual([{ account: 'cash', amount: '110000' }])
})

test('an invoice that is paid after its end: expired, then credited without a bonus', async ({
  page,
  browser,
  baseURL,
}) => {
  const trader = await createTrader(page)
  await openInvoice(page, 'bitcoin', true)
  const { guid, address, due } = await readInvoice(trader.id)
  await dialogOf(page).getByRole('button', { name: 'Close' }).first().click()
  const row = page.getByRole('row').filter({ hasText: 'Bitcoin' })
  await expect(row).toContainText('Waits for the payment')
  // An hour passes.
  await queryDatabase(
    `alter table crypto_invoices disable trigger crypto_invoices_fixed;
     update crypto_invoices set expires_at = now() - interval '1 second' where guid = '${guid}';
     alter table crypto_invoices enable trigger crypto_invoices_fixed`,
  )
  await expect(row).toContainText('The invoice was not paid in time')
  await page.goto(`/api/btc/invoice/${guid}`)
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('The invoice has expired')
  await expect(dialog).toContainText('Don’t send anything to this address any more.')
  await expectNoAxeViolations(page)
  await control('btc/pay', { outputs: [{ address, value: String(due) }] })
  await expect(dialog).toContainText('A late payment is on its way')
  await control('btc/mine', { blocks: 2 })
  await expect(dialog).toContainText('Paid after the end: credited without a bonus')
  await expect(dialog).toContainText(/\$[\d,.]+ is on your account, without a bonus\./)
  const money = await readMoney(trader.id)
  expect(money).toHaveLength(1)
  expect(money).toMatchObject([{ account: 'cash' }])

  const stranger = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await stranger.newPage()
  await createTrader(other)
  expect((await other.request.get(`/api/btc/invoice/${guid}`)).status()).toBe(404)
  await other.goto(`/en/trading#/show/funding/invoice/btc/${guid}`)
  await expect(other.getByRole('dialog', { name: 'There is no such invoice' })).toBeVisible()
  await stranger.close()
})

test('the suggestion on the account page and the warning before a card lead to the bitcoin tab', async ({ page }) => {
  const trader = await createTrader(page)
  await queryDatabase('update users set card_risk = true where id = $1', [trader.id])
  await openScreen(page, '/en/trading#/show/account', 'Account')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const suggestion = page.getByRole('complementary', { name: 'You can also pay by bitcoin' })
  await expectNoAxeViolations(page)
  await suggestion.getByRole('button', { name: 'Why Bitcoin?' }).click()
  const why = page.getByRole('dialog', { name: 'Pay with Bitcoin' })
  await expect(why).toContainText('for how much its rate holds')
  await why.getByRole('button', { name: 'Deposit by Bitcoin' }).click()
  const tab = page.getByRole('heading', { name: 'Pay with Bitcoin' })
  await expect(tab).toBeVisible()
  await expect(page).toHaveURL(/#\/show\/funding\/bitcoin$/)
  await page.reload()
  await expect(tab).toBeVisible()

  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: 'Card' }) })
    .click()
  await page
    .getByRole('dialog', { name: 'Before you pay by card' })
    .getByRole('button', { name: 'Deposit by Bitcoin' })
    .click()
  await expect(tab).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How much?' })).toBeInViewport()
})

/** A wallet whose address belongs to no invoice. */
function openEmptyWallet(page: Page, parameters: Record<string, string>) {
  const query = new URLSearchParams({ address: `0x${'5e'.repeat(20)}`, ...parameters })
  return page.goto(`${sandboxUrl()}/wallet/eth?${query.toString()}`)
}

test('the test wallet pays in every way, mines and reorganises on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openEmptyWallet(page, { amount: '0.25', expires: String(Date.now() + 3_600_000) })
  const status = page.getByRole('status')
  const payments = page.getByRole('region', { name: 'Payments to this address' })
  await expect(payments).toContainText('None yet.')
  for (const [button, said, row] of [
    ['Pay the amount due', 'Sent 0.25 ETH.', '0.25 ETH'],
    ['Pay half', 'Sent 0.125 ETH.', '0.125 ETH'],
    ['Pay 10 % more', 'Sent 0.275 ETH.', '0.275 ETH'],
    ['Pay in three parts', 'Sent 0.25 ETH in three parts.', '0.083333333333333334 ETH'],
    ['Pay the smallest amount', 'Sent 0.000000000000000001 ETH.', '0.000000000000000001 ETH'],
    ['Pay from a contract', 'Sent 0.25 ETH.', '0.25 ETH from a contract'],
    ['Send a token instead', 'Sent a token, which is not ether.', '0.25 ETH token'],
    ['Pay after the invoice ends', 'after the invoice has ended', 'at '],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(status).toContainText(said)
    await expect(payments).toContainText(row)
  }
  await page.getByLabel('Another amount').fill('1.5')
  await page.keyboard.press('Enter')
  await expect(status).toContainText('Sent 1.5 ETH.')

  await page.getByRole('button', { name: 'Mine a block now' }).click()
  await expect(status).toContainText(/Mined block \d+\./)
  await page.getByRole('button', { name: 'Reorganise the chain' }).click()
  await expect(status).toContainText(/The chain is another one now/)
  await expect(payments.getByRole('row').filter({ hasText: '1.5 ETH' }).getByRole('cell').nth(1)).toHaveText(/^[1-9]/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await expectNoAxeViolations(page)
})

test('the test wallet says that an amount cannot be read, and pays nothing', async ({ page }) => {
  await openEmptyWallet(page, {})
  await expect(page.getByRole('button', { name: 'Pay the amount due' })).toBeDisabled()
  await page.getByLabel('Another amount').fill('1.5.5')
  await page.getByRole('button', { name: 'Pay this amount' }).click()
  await expect(page.getByRole('status')).toHaveText('Failed: there is no amount to pay')
})
