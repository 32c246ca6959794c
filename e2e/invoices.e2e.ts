import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

/** Number of satoshis in a bitcoin. */
const satoshis = 100_000_000

const sandboxUrl = () => process.env['SANDBOX_BASE_URL'] ?? ''

/** The test mines the blocks. */
test.beforeAll(async () => {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"seconds":0}' }
  for (const coin of ['btc', 'eth']) await fetch(`${sandboxUrl()}/control/chains/${coin}/interval`, request)
})

const readMoney = async (traderId: number) =>
  queryDatabase(
    `select account, amount::text as amount from ledger_balances where user_id = $1 and account <> 'practice' and amount <> 0 order by account`,
    [traderId],
  )

test('on a phone an invoice copies its address, follows two payments from the wallet in another tab, and is there after a reload', async ({
  page,
  context,
}) => {
  const errors = collectPageErrors(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 390, height: 844 })
  const trader = await createTrader(page)
  await page.goto('/en/trading#/show/funding/bitcoin')
  const pay = page.getByRole('button', { name: 'Pay $1,000' })
  await expect(page.getByText(/^About 0\.\d+ BTC at 1/)).toBeVisible()
  await page.getByText(/^With \d+% bonus/).click()
  await pay.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('timer')).toContainText('left')
  await expect(dialog.getByRole('img', { name: 'QR code with the address and the amount' })).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  await expect.poll(() => page.evaluate(findLayoutDefects)).toEqual([])
  await dialog.getByRole('button', { name: 'Copy the address' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Address copied to clipboard')).toBeVisible()
  const [invoice] = await queryDatabase(
    'select address, amount_due::integer as due from crypto_invoices where user_id = $1',
    [trader.id],
  )
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(invoice?.['address'])

  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Pay with the test wallet' }).click()
  const wallet = await opening
  // The buttons of the wallet work once its script has shown the chain.
  await expect(wallet.locator('#chain')).toContainText(/^block \d/)
  await wallet.getByRole('button', { name: 'Pay half' }).click()
  await expect(dialog).toContainText(/Send the rest: 0\.\d+ BTC/)
  await page.reload()
  await expect(dialog).toContainText(/Send the rest: 0\.\d+ BTC/)
  const rest = Math.ceil(Number(invoice?.['due']) / 2) / satoshis
  await wallet.getByLabel('Another amount').fill(rest.toFixed(8))
  await wallet.getByLabel('Another amount').press('Enter')
  await expect(dialog).toContainText('Seen: 0 of 2 confirmations')
  await wallet.getByRole('button', { name: 'Mine a block now' }).click()
  await expect(dialog).toContainText('Seen: 1 of 2 confirmations')
  await wallet.getByRole('button', { name: 'Mine a block now' }).click()
  await expect(dialog).toContainText('$1,000.00 is on your account')
  await expectNoAxeViolations(page)
  expect(await readMoney(trader.id)).toEqual([
    { account: 'bonus', amount: '50000' },
    { account: 'cash', amount: '100000' },
  ])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: 'Bitcoin' })).toContainText('Completed')
  await expect.poll(() => page.evaluate(findLayoutDefects)).toEqual([])
  expect(errors).toEqual([])
})

/** Address of a wallet that belongs to no invoice. */
const emptyWallet = `/wallet/eth?address=0x${'5e'.repeat(20)}`

test('the page of the test wallet pays in every way, mines and reorganises, and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${sandboxUrl()}${emptyWallet}`)
  await expect(page.getByRole('button', { name: 'Pay the amount due' })).toBeDisabled()
  await page.getByLabel('Another amount').fill('1.5.5')
  await page.getByRole('button', { name: 'Pay this amount' }).click()
  await expect(page.getByRole('status')).toHaveText('Failed: there is no amount to pay')
  await page.goto(`${sandboxUrl()}${emptyWallet}&amount=0.25&expires=${Date.now() + 3_600_000}`)
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
