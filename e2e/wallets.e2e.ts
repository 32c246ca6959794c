import type { Page } from '@playwright/test'

import {
  chooseMethod,
  createTrader,
  expect,
  expectNoAxeViolations,
  expectSuccess,
  fetchCharges,
  openFunding,
  queryDatabase,
  selectOption,
  test,
} from './helpers.ts'

async function openMethod(page: Page, name: string): Promise<void> {
  await openFunding(page)
  await chooseMethod(page, name)
  await expect(page.getByRole('heading', { name: `Pay with ${name}` })).toBeVisible()
}

test('Skrill: pays on its page, comes back and sees the result', async ({ page }) => {
  const trader = await createTrader(page)
  await openMethod(page, 'Skrill')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Pay $1,000' }).click()
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await expectSuccess(page)
  await expect(page.getByText('Your payment has arrived. The money is on your account.')).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await fetchCharges(trader)).toEqual([{ processor: 'SKRILL', amount: 100_000 }])
})

test('Skrill: declined on its page, nothing is charged, and the trader can try again', async ({ page }) => {
  const trader = await createTrader(page)
  await openMethod(page, 'Skrill')
  await page.getByRole('button', { name: 'Pay $1,000' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'The payment failed. Nothing was charged.' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Pay $1,000' })).toBeVisible()
  expect(await fetchCharges(trader)).toEqual([])
})

test('Skrill: a payment that was left is found again after a reload, and can be finished or cancelled', async ({
  page,
}) => {
  const trader = await createTrader(page)
  await openMethod(page, 'Skrill')
  await page.getByRole('button', { name: 'Pay $1,000' }).click()
  await page.getByRole('link', { name: 'Leave without answering' }).click()
  await page.goto('/en/trading#/show/funding')
  await expect(page.getByText(/The payment waits for you at Skrill/)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Continue at Skrill' }).click()
  await page.goBack()
  await page.getByRole('button', { name: 'Cancel and choose another way to pay' }).click()
  await expect(page.getByRole('heading', { name: 'The payment failed. Nothing was charged.' })).toBeVisible()
  expect(await fetchCharges(trader)).toEqual([])
})

test('UnionPay: the callback listen-union shows the result', async ({ page }) => {
  await createTrader(page)
  await openMethod(page, 'UnionPay')
  await page.getByRole('button', { name: 'Pay $1,000' }).click()
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await expectSuccess(page)
})

test('Neteller: asks for the account and the secure id, on a phone by the keyboard', async ({ page }) => {
  const trader = await createTrader(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await openFunding(page)
  await selectOption(page, /Payment methods/, 'Neteller')
  await page.getByLabel('Neteller account or e-mail').fill('ada-at-neteller')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your Secure ID.')).toBeVisible()
  await page.getByLabel('Secure ID').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The payment failed. Nothing was charged.' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Secure ID').fill('731905')
  await page.keyboard.press('Enter')
  await expectSuccess(page)
  await expectNoAxeViolations(page)
  expect(await fetchCharges(trader)).toEqual([{ processor: 'NETELLER', amount: 100_000 }])
})

test('bank transfer: the trader reports it, and sees it wait after a reload', async ({ page }) => {
  await queryDatabase(
    `insert into settings (name, value, changed_at) values ('bank_details', '"Example Bank, IBAN CH93 0076 2011"', now())
     on conflict do nothing`,
  )
  await createTrader(page)
  await expect(async () => {
    await openFunding(page)
    await expect(page.getByRole('radio', { name: 'Bank transfer' })).toBeAttached({ timeout: 2000 })
  }).toPass()
  await chooseMethod(page, 'Bank transfer')
  await expect(page.getByText('Example Bank, IBAN CH93 0076 2011')).toBeVisible()
  await page.getByLabel('Transfer number or transaction').fill('RF18 5390')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'I have sent $1,000' }).click()
  await expect(page.getByText(/We are looking for your payment of \$1,000/)).toBeVisible()
  await page.reload()
  await chooseMethod(page, 'Bank transfer')
  await expect(page.getByText(/We are looking for your payment of \$1,000/)).toBeVisible()
})
