// @vitest-environment jsdom
import { cryptoCalls } from '@tradefront/contract/crypto'
import { promoCalls } from '@tradefront/contract/promo'
import { waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { connectToaster } from '../../platform/toasts.ts'
import { CoinTab } from './coin-tab.tsx'
import { renderWithRouter } from './testing/render-with-router.tsx'
import { testInvoiceView as view } from '../../platform/testing/test-invoice.ts'
import { WithAmount } from '../deposits/testing/with-amount.tsx'

const rates = { BTC: 97_000, LTC: 95.5, ETH: 3400, DSH: 32 }

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})

async function openTab(
  options: {
    pay?: CallHandler
    stale?: string[]
    tests?: string[]
    known?: Partial<typeof rates>
    coin?: 'BTC' | 'ETH'
    locale?: 'ru'
  } = {},
) {
  const { stale = [], tests = [], known = rates, coin = 'BTC' } = options
  const at = Object.keys(known).length > 0 ? view.now : null
  const pay = options.pay ?? (() => ({ json: { return: true, guid: view.guid, invoice: { ...view, coin } } }))
  const bodies = stubCalls([
    [cryptoCalls.createBitcoinInvoice, pay],
    [cryptoCalls.createEthereumInvoice, pay],
    [
      cryptoCalls.getCoinRates,
      () => ({ json: { return: true, rates: known, prices: known, at, stale, test: tests, spread_percent: 1 } }),
    ],
    [
      promoCalls.listBonuses,
      () => ({ json: { return: true, stored: null, waiting: null, refused: null, bonuses: [] } }),
    ],
  ])
  const toasts: string[] = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  const screen = await renderWithRouter(
    <WithAmount method="other">{(amountForm) => <CoinTab coin={coin} amountForm={amountForm} />}</WithAmount>,
    {
      texts: ['cards', 'deposits', 'wallets', 'promo', 'crypto', 'invoices'],
      bootstrap: { now: view.now, user: { ...testUser, currency: 'USD' } },
      locale: options.locale ?? 'en',
    },
  )
  return { ...screen, bodies, toasts, user: userEvent.setup() }
}

test.each([
  [
    'BTC',
    'btc',
    cryptoCalls.createBitcoinInvoice,
    'About 0.01041342 BTC at 1 BTC = $96,030.00, after our 1% of the rate.',
  ],
  [
    'ETH',
    'eth',
    cryptoCalls.createEthereumInvoice,
    'About 0.29708854 ETH at 1 ETH = $3,366.00, after our 1% of the rate.',
  ],
] as const)('%s: the tab shows the rate, makes an invoice and opens it', async (coin, path, call, about) => {
  const { findByText, findByRole, bodies, getPath, user } = await openTab({ coin })
  await findByText(`${about} The exact amount is set with the address.`)
  await user.click(await findByRole('button', { name: 'Pay $1,000' }))
  await waitFor(() => expect(getPath()).toBe(`/show/funding/invoice/${path}/${view.guid}`))
  expect(bodies.get(call)).toEqual([{ amount: 1000, bonus: 0, fixed: 1, currency: 'USD' }])
})

test('the rates of four coins are shown in dollars, with their day and time', async () => {
  const { findByRole } = await openTab()
  const section = await findByRole('region', { name: 'Rates in US dollars' })
  expect(section.textContent).toMatch(
    /^BTC\$97,000\.00LTC\$95\.50ETH\$3,400\.00DSH\$32\.00Rates in US dollars\. As of \w+ \d+, 20\d\d, \d+:\d\d/,
  )
})

test('without a rate of today, the tab says that there are none', async () => {
  const { findByText } = await openTab({ known: {}, stale: ['BTC', 'ETH'] })
  await findByText('There are no rates at the moment.')
})

test.each([
  ['crypto.rates_stale', /no current exchange rate/, 1],
  ['crypto.unavailable', /can’t be checked right now/, 1],
  ['crypto.too_many_open', /Pay one of them/, 0],
])('a refusal is shown beside the button, with a toast if it is our failure: %s', async (error, words, count) => {
  const messages = {
    'crypto.rates_stale': 'We have no current exchange rate right now, so no invoice was made.',
    'crypto.unavailable': 'Payments in this coin can’t be checked right now, so no invoice was made.',
    'crypto.too_many_open': 'You have 3 open invoices already. Pay one of them.',
  }
  const message = messages[error as keyof typeof messages]
  const { findByRole, getPath, user, toasts } = await openTab({
    pay: () => ({ json: { return: false, error, message } }),
  })
  await user.click(await findByRole('button', { name: 'Pay $1,000' }))
  expect((await findByRole('alert')).textContent).toMatch(words)
  expect(toasts).toEqual(Array.from({ length: count }, () => expect.stringMatching(/^That did not work\. /)))
  expect(getPath()).toBe('/')
})

test.each([
  [undefined, /^Pay \$/, /^That did not work\. /],
  ['ru', /^Оплатить \$/, /^Не получилось\. /],
] as const)('without an answer there is a toast (%s)', async (locale, button, words) => {
  const { findByRole, toasts, user } = await openTab({ pay: () => brokenReply, ...(locale && { locale }) })
  await user.click(await findByRole('button', { name: button }))
  await findByRole('alert')
  expect(toasts).toEqual([expect.stringMatching(words)])
})

test('without a current rate the tab says so and offers another way to pay', async () => {
  const { findByText, getByRole } = await openTab({ stale: ['BTC'] })
  await findByText('No current rate for this coin')
  expect(getByRole('link', { name: 'Pay by card' }).getAttribute('href')).toBe('/show/funding/card')
})

test('a stale rate of another coin does not matter', async () => {
  const { findByText, queryByText } = await openTab({ stale: ['ETH'] })
  await findByText(/^About /)
  expect(queryByText('No current rate for this coin')).toBeNull()
})

test.each([
  ['BTC', 'on the Bitcoin network'],
  ['ETH', 'on the Ethereum main network'],
] as const)('on a test chain the %s tab warns of real coins and does not ask for them', async (coin, real) => {
  const { container, findByText } = await openTab({ coin, tests: [coin] })
  await findByText('Test chain: these coins have no value. Don’t send real ones.')
  expect(container.textContent).not.toContain(real)
})

test.each([
  ['BTC', 'on the Bitcoin network'],
  ['ETH', 'on the Ethereum main network'],
] as const)('on the main network the %s tab names it, whatever the other chain is', async (coin, real) => {
  const { container, findByText, queryByText } = await openTab({ coin, tests: [coin === 'BTC' ? 'ETH' : 'BTC'] })
  await findByText(/^About /)
  expect(container.textContent).toContain(real)
  expect(queryByText(/^Test chain/)).toBeNull()
})
