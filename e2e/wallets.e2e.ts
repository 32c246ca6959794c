import type { Page } from '@playwright/test'

import { expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { openInNewDocument, selectOption } from './helpers/page.ts'
import { chooseMethod, expectSuccess, fetchCharges, openFunding, showAllMethods } from './helpers/pay.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { runAsOperator } from './helpers/operator.ts'

const failure = 'The payment failed. Nothing was charged.'

async function openMethod(page: Page, name: string): Promise<void> {
  await openFunding(page)
  await chooseMethod(page, name)
  await expect(page.getByRole('heading', { name: `Pay with ${name}` })).toBeVisible()
}

/** The files of the methods that the page has loaded, from now on. */
function recordMethodFiles(page: Page): Set<string> {
  const files = new Set<string>()
  page.on('request', (request) => {
    const [, name] = /\/assets\/(\w+-tab)-[^/]+\.js$/.exec(request.url()) ?? []
    if (name !== undefined) files.add(name)
  })
  return files
}

async function answerOnPage(page: Page, name: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: 'Pay $1,000' }).click()
  await page.getByRole('button', { name: answer }).click()
  if (name === 'UnionPay') await expect(page).toHaveURL(/#\/listen\/funding\/unionpay\//)
}

/** By the settings as they come. A page that is returned to has those of the database, which hide them. */
const hiddenWallets = ['OKPAY']

// First, because they take longest: started last, they would run alone.
for (const names of [
  ['UnionPay', 'Perfect Money'],
  ['OKPAY', 'PayPal'],
]) {
  test(`${names.join(', ')}: each is declined on its page, then paid`, async ({ page }) => {
    const trader = await createTrader(page)
    await showAllMethods(page)
    await openFunding(page)
    for (const [index, name] of names.entries()) {
      if (hiddenWallets.includes(name)) await openInNewDocument(page, '/en/trading#/show/funding')
      await chooseMethod(page, name)
      await expect(page.getByRole('heading', { name: `Pay with ${name}` })).toBeVisible()
      await answerOnPage(page, name, 'Decline')
      await expect(page.getByRole('heading', { name: failure })).toBeVisible()
      expect(await fetchCharges(trader), name).toHaveLength(index)
      if (hiddenWallets.includes(name)) {
        await openInNewDocument(page, '/en/trading#/show/funding')
        await chooseMethod(page, name)
      } else await page.getByRole('button', { name: 'Try again' }).click()
      await answerOnPage(page, name, 'Approve the payment')
      await expectSuccess(page)
      expect(await fetchCharges(trader), name).toHaveLength(index + 1)
      await page.getByRole('button', { name: 'Add more' }).click()
    }
    expect((await fetchCharges(trader)).map(({ amount }) => amount)).toEqual(names.map(() => 100_000))
  })
}

test('Skrill: declined on its page, then paid, with the result on the page that it came from', async ({ page }) => {
  const trader = await createTrader(page)
  const files = recordMethodFiles(page)
  await openFunding(page)
  await page.waitForLoadState('networkidle')
  expect([...files]).toEqual([])
  await chooseMethod(page, 'Skrill')
  await expect(page.getByRole('heading', { name: 'Pay with Skrill' })).toBeVisible()
  expect([...files]).toEqual(['wallet-tab'])
  await page.getByRole('button', { name: 'Pay $1,000' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: failure })).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await fetchCharges(trader)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Pay $1,000' }).click()
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await expectSuccess(page)
  await expect(page.getByText('Your payment has arrived. The money is on your account.')).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await fetchCharges(trader)).toEqual([{ processor: 'SKRILL', amount: 100_000 }])
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
  await expect(page.getByRole('heading', { name: failure })).toBeVisible()
  expect(await fetchCharges(trader)).toEqual([])
})

test('Moneta: the first method in Russian, declined, then paid in rubles', async ({ page }) => {
  const trader = await createTrader(page, { currency: 'RUB', language: 'ru' })
  await openFunding(page, 'ru')
  await expect(page.getByRole('heading', { name: /Moneta/ })).toBeVisible()
  await expect(page.locator('input[name=amount]')).toHaveValue(/^60\s000$/)
  await expect(page.getByRole('main')).toContainText(/От 15\s000\s₽ до 600\s000\s₽/)
  await expectNoAxeViolations(page)
  const pay = page.getByRole('button', { name: /^Оплатить 60/ })
  await pay.click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'Платёж не прошёл. Деньги не списаны.' })).toBeVisible()
  expect(await fetchCharges(trader)).toEqual([])
  await page.getByRole('button', { name: 'Попробовать ещё раз' }).click()
  await pay.click()
  await page.getByRole('button', { name: 'Approve the payment' }).click()
  await expect(page.getByRole('heading', { name: '60 000,00 ₽ на вашем счёте' })).toBeVisible()
  expect(await fetchCharges(trader)).toEqual([{ processor: 'MONETA', amount: 6_000_000 }])
})

test('WebMoney and Litecoin: reported by the keyboard, another one only on purpose, then one is rejected and one credited', async ({
  page,
}) => {
  const trader = await createTrader(page)
  await showAllMethods(page)
  await openFunding(page)
  for (const [name, field, note] of [
    ['WebMoney', 'Transfer number or transaction', 'TF-1'],
    ['Litecoin', 'Transaction number (ID)', 'ab12'.repeat(16)],
  ] as const) {
    await chooseMethod(page, name)
    await page.getByLabel('Amount that you have sent').fill('100.50')
    await page.getByLabel(field).fill(note)
    if (name === 'Litecoin') await expectNoAxeViolations(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your report has arrived' })).toBeFocused()
    await expect(page.getByText('We are looking for your payment of $100.50')).toBeVisible()
    await expect(page.getByRole('button', { name: /^I have sent/ })).toHaveCount(0)
    if (name === 'WebMoney') await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Report another payment' }).click()
    await expect(page.getByRole('button', { name: 'I have sent $1,000' })).toBeVisible()
  }
  const claims = await queryDatabase('select id from deposits where user_id = $1 order by created_at', [trader.id])
  const [webMoney = '', litecoin = ''] = claims.map(({ id }) => String(id))
  const reason = 'The transfer was made to another purse.'
  await runAsOperator('claims', 'reject', webMoney, '--reason', reason)
  await runAsOperator('claims', 'accept', litecoin, '--received', '100.50')
  await expect(page.getByRole('button', { name: /^Balance \$100\.50/ })).toBeVisible()
  await page.goto('/en/trading#/show/deposits')
  await expect(page.getByRole('row').filter({ hasText: 'WebMoney' })).toContainText('another purse')
  await expect(page.getByRole('row').filter({ hasText: 'Litecoin' })).toContainText('On your account')
})

test('Neteller: asks for the account and the secure id, on a phone by the keyboard', async ({ page }) => {
  const trader = await createTrader(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await openFunding(page)
  await selectOption(page, /Payment methods/, 'Neteller')
  await expectNoAxeViolations(page)
  await page.getByLabel('Neteller account or e-mail').fill('ada-at-neteller')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your Secure ID.')).toBeVisible()
  await page.getByLabel('Secure ID').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: failure })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Secure ID').fill('731905')
  await page.keyboard.press('Enter')
  await expectSuccess(page)
  expect(await fetchCharges(trader)).toEqual([{ processor: 'NETELLER', amount: 100_000 }])
})

test('bank transfer: the trader reports it, sees it wait after a reload, and why it was rejected', async ({ page }) => {
  await queryDatabase(
    `insert into settings (name, value, changed_at) values ('bank_details', '"Example Bank, IBAN CH93 0076 2011"', now())
     on conflict do nothing`,
  )
  const trader = await createTrader(page)
  // Servers notice a changed setting within a second.
  await expect(async () => {
    await openInNewDocument(page, '/en/trading#/show/funding')
    await expect(page.getByRole('radio', { name: 'Bank transfer' })).toBeAttached({ timeout: 2000 })
  }).toPass()
  const files = recordMethodFiles(page)
  await chooseMethod(page, 'Bank transfer')
  await expect(page.getByText('Example Bank, IBAN CH93 0076 2011')).toBeVisible()
  expect([...files]).toEqual(['claim-tab'])
  await page.getByLabel('Transfer number or transaction').fill('RF18 5390')
  await page.getByRole('button', { name: 'I have sent $1,000' }).click()
  await expect(page.getByText(/We are looking for your payment of \$1,000/)).toBeVisible()
  await page.reload()
  await chooseMethod(page, 'Bank transfer')
  await expect(page.getByText(/We are looking for your payment of \$1,000/)).toBeVisible()
  const [claim] = await queryDatabase('select id from deposits where user_id = $1', [trader.id])
  await runAsOperator(
    'claims',
    'reject',
    String(claim?.['id']),
    '--reason',
    'No transfer has arrived with this number.',
  )
  await expect(page.getByRole('status').getByText('No transfer has arrived with this number')).toBeVisible()
})
