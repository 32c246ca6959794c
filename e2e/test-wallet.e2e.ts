import { expectNoAxeViolations } from './helpers/axe.ts'
import { expect, test } from './helpers/test.ts'

/** An address that no other test pays. */
const address = `0x${'5e'.repeat(20)}`
const openWallet = (parameters: Record<string, string>) =>
  `${process.env['SANDBOX_BASE_URL']}/wallet/eth?${new URLSearchParams({ address, ...parameters }).toString()}`

test('the test wallet pays in every way, mines and reorganises on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(openWallet({ amount: '0.25', expires: String(Date.now() + 3_600_000) }))
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
  await page.goto(openWallet({}))
  await expect(page.getByRole('button', { name: 'Pay the amount due' })).toBeDisabled()
  await page.getByLabel('Another amount').fill('1.5.5')
  await page.getByRole('button', { name: 'Pay this amount' }).click()
  await expect(page.getByRole('status')).toHaveText('Failed: there is no amount to pay')
})
