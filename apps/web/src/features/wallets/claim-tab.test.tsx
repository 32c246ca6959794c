// @vitest-environment jsdom
import { cardsCalls } from '@tradefront/contract/cards'
import { cryptoCalls } from '@tradefront/contract/crypto'
import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import type { DepositView } from '@tradefront/contract/deposits'
import { walletsCalls } from '@tradefront/contract/wallets'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import { act, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { connectToaster } from '../../platform/toasts.ts'
import { ClaimTab } from './claim-tab.tsx'
import { WithAmount } from '../deposits/testing/with-amount.tsx'

const overview: Overview = {
  deposit: null,
  recent: [],
  card: null,
  savedCards: [],
  isCardLimited: false,
  cardLimitedUntilMs: null,
  isLimitAccepted: false,
  depositsLeftToday: 3,
}
const waiting: Deposit = {
  id: 'd-1',
  receiptNumber: 'ABC123',
  state: 'review',
  amount: 1000,
  currency: 'EUR',
  bonus: 0,
  fixed: 1,
  bonusAmount: 0,
  wageringRequired: 0,
  card: null,
  invoice: null,
  wallet: { name: 'bank', is_claim: true },
  step: null,
  next: null,
  tried: [],
  redirectedBy: [],
  cascade: [],
  reason: null,
  message: null,
  credited: null,
  refund: null,
  balance: null,
  createdAtMs: 1,
  endedAtMs: null,
}
const claimAccounts = { bank: 'IBAN CH93 0076', wmz: 'Z123', wmr: 'R456', wme: 'E789', litecoin: 'ltc1q' }

beforeEach(() => {
  stubBrowser()
  vi.unstubAllGlobals()
})

const view: DepositView = {
  id: 'd-2',
  receipt_number: 'DEF456',
  state: 'review',
  amount: 1000,
  currency: 'EUR',
  bonus: 0,
  fixed: 1,
  bonus_amount: 0,
  turnover_required: 0,
  card: null,
  invoice: null,
  wallet: { name: 'bank', is_claim: true },
  step: null,
  next: null,
  tried: [],
  redirected_by: [],
  cascade: [],
  reason: null,
  message: null,
  credited: null,
  refund: null,
  balance: null,
  created_at: 1,
  ended_at: null,
}
const accept: CallHandler = () => ({ json: { return: true, id: 'd-2', deposit: view } })
const transaction = 'ab12'.repeat(16)

type Options = {
  readonly shown?: Overview
  readonly currency?: 'EUR' | 'USD' | 'RUB'
  readonly locale?: 'en' | 'ru'
}

async function renderTab(
  tab: FundingTab,
  handle: CallHandler = accept,
  { shown = overview, currency = 'EUR', locale = 'en' }: Options = {},
) {
  const reportCall = { ...walletsCalls.reportPayment, path: `/api/report/${tab === 'webmoney' ? 'WebMoney' : tab}` }
  const bodies = stubCalls([
    [reportCall, handle],
    [cardsCalls.getCurrentDeposit, () => new Promise(() => {})],
    [
      cryptoCalls.getCoinRates,
      () => ({
        json: {
          return: true,
          rates: { LTC: 80 },
          prices: { LTC: 80 },
          at: 1,
          stale: [],
          test: [],
          spread_percent: 1,
        },
      }),
    ],
  ])
  const toasts: string[] = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  const settings = { ...testBootstrap.settings, claimAccounts }
  const screen = await act(() =>
    renderWithProviders(
      <WithAmount method="other">
        {(amountForm) => <ClaimTab tab={tab} overview={shown} amountForm={amountForm} />}
      </WithAmount>,
      {
        texts: ['cards', 'deposits', 'wallets', 'invoices'],
        bootstrap: { settings, user: { ...testUser, currency } },
        locale,
      },
    ),
  )
  return { ...screen, user: userEvent.setup(), toasts, sent: bodies.get(reportCall) ?? [] }
}

test.each([
  ['bank', 'EUR', ['IBAN', 'CH93 0076', 'TF-1']],
  ['webmoney', 'EUR', ['E789', 'WME', 'TF-1']],
  ['webmoney', 'USD', ['Z123', 'WMZ', 'TF-1']],
  ['webmoney', 'RUB', ['R456', 'WMR', 'TF-1']],
  ['litecoin', 'EUR', ['ltc1q']],
] as const)('%s in %s shows where to send the money', async (tab, currency, texts) => {
  const { getByText, container } = await renderTab(tab, accept, { currency })
  for (const text of texts) expect(getByText(text)).toBeDefined()
  const others = tab === 'webmoney' ? ['Z123', 'R456', 'E789'].filter((each) => each !== texts[0]) : []
  for (const other of others) expect(container.textContent).not.toContain(other)
})

test('a report that is repeated after a lost answer has the same nonce, the next one another', async () => {
  let calls = 0
  const { user, getByRole, findByRole, queryByRole, getByLabelText, sent, toasts } = await renderTab('bank', (body) => {
    calls += 1
    return calls === 1 ? brokenReply : accept(body)
  })
  await user.type(getByLabelText('Transfer number or transaction'), ' RF18 ')
  const report = () => user.click(getByRole('button', { name: /^I have sent/ }))
  await report()
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toBe(
    'That did not work. Check your connection and try again. You are never charged twice for one payment.',
  )
  await report()
  const more = await findByRole('button', { name: 'Report another payment' })
  expect(queryByRole('button', { name: /^I have sent/ })).toBeNull()
  await user.click(more)
  expect((getByLabelText('Transfer number or transaction') as HTMLInputElement).value).toBe('')
  expect(document.activeElement).toBe(getByRole('region', { name: 'Report the payment' }))
  await report()
  await waitFor(() => expect(sent).toHaveLength(3))
  const nonces = sent.map((body) => (body as { random: string }).random)
  expect(sent[0]).toMatchObject({ email: 'anna@example.com', amount: 1000, currency: 'EUR', fixed: 1, bitcoin: 'RF18' })
  expect(nonces[1]).toBe(nonces[0])
  expect(nonces[2]).not.toBe(nonces[0])
})

test('the confirmation takes the place of the form, and gets the focus', async () => {
  const { user, getByRole, findByRole, getByText } = await renderTab('bank')
  await user.click(getByRole('button', { name: /^I have sent/ }))
  const title = await findByRole('heading', { name: 'Your report has arrived' })
  expect(document.activeElement).toBe(title)
  expect(getByText(/DEF456/).closest('[role=status]')).not.toBeNull()
})

test('a reported payment that waits is shown with its receipt number, also after a reload', async () => {
  const { getByText, queryByRole } = await renderTab('bank', accept, { shown: { ...overview, recent: [waiting] } })
  expect(getByText(/We are looking for your payment of €1,000/)).toBeDefined()
  expect(getByText(/ABC123/)).toBeDefined()
  expect(queryByRole('button', { name: /^I have sent/ })).toBeNull()
})

test('another payment can be reported once the first is decided', async () => {
  const decided = { ...waiting, state: 'failed' } as const
  const { getByRole, queryByText } = await renderTab('bank', accept, { shown: { ...overview, recent: [decided] } })
  expect(queryByText('Your report has arrived')).toBeNull()
  expect(getByRole('button', { name: /^I have sent/ })).toBeDefined()
})

test.each([
  ['100.50', 100.5, 'This amount is credited without a bonus.'],
  ['12000', 12_000, 'This amount is credited without a bonus.'],
  ['2000', 2000, '€1,000 on top. Stake €30,000'],
])('a payment of %s can be reported, and its bonus is shown before', async (typed, amount, text) => {
  const { user, getByRole, getByText, getByLabelText, getAllByText, sent } = await renderTab('bank')
  await user.click(getByRole('radio', { name: /With .* bonus/ }))
  // The planned amount is shown, and can be changed.
  expect(getByText('€1,000.00')).toBeDefined()
  await user.click(getByRole('button', { name: 'I sent another amount' }))
  const field = getByLabelText('Amount that you have sent')
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, typed)
  expect(getAllByText(new RegExp(text)).length).toBeGreaterThan(0)
  await user.click(getByRole('button', { name: /^I have sent/ }))
  await waitFor(() => expect(sent).toMatchObject([{ amount, bonus: 1, fixed: 0 }]))
})

test.each([
  ['0', 'Enter how much you have sent. It must be more than zero.'],
  ['abc', 'Enter the amount in digits, for example 500.'],
])('an amount of %s says what is wrong, and the planned one can be taken again', async (typed, error) => {
  const { user, getByRole, getByLabelText, getByText } = await renderTab('bank')
  await user.click(getByRole('button', { name: 'I sent another amount' }))
  const field = getByLabelText('Amount that you have sent')
  await user.clear(field)
  await user.type(field, typed)
  getByText(error)
  await user.click(getByRole('button', { name: 'I sent €1,000.00' }))
  getByText('€1,000.00')
  getByRole('button', { name: /^I have sent/ })
})

test.each(['bank', 'webmoney', 'litecoin'] as const)(
  '%s says what a bonus costs and when the deposit can be withdrawn, before the report',
  async (tab) => {
    const { user, getByRole, getByText, queryByText } = await renderTab(tab)
    await user.click(getByRole('radio', { name: /^No bonus/ }))
    expect(getByText(/can be withdrawn by any method once you have staked its amount of your own money/)).toBeDefined()
    expect(queryByText(/^Stakes of bonus money, ties/)).toBeNull()
    await user.click(getByRole('radio', { name: /With .* bonus/ }))
    expect(getByText(/^Stakes of bonus money, ties.*If you withdraw before that, you lose them/)).toBeDefined()
  },
)

test.each([
  ['en', /^About this much, at 1 LTC = €80\.00$/, /at our rate at the time when the network confirms it/],
  ['ru', /^Примерно столько, по курсу 1 LTC = €80,00$/, /по нашему курсу на момент/],
] as const)('litecoin: about how much to send, and which rate counts (%s)', async (locale, about, rate) => {
  const { user, findByText, getByText, getAllByRole } = await renderTab('litecoin', accept, { locale })
  expect(await findByText(about)).toBeDefined()
  expect(getByText('12.5')).toBeDefined()
  expect(getByText(rate)).toBeDefined()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const buttons = getAllByRole('button', { name: /^(Copy the|Скопировать)/ })
  for (const button of buttons) await user.click(button)
  expect(copied.mock.calls).toEqual([['ltc1q'], ['12.5']])
})

test('litecoin is reported only with its transaction, which a link can contain', async () => {
  const { user, getByRole, getByLabelText, findByText, sent } = await renderTab('litecoin')
  const report = () => user.click(getByRole('button', { name: /^I have sent/ }))
  const field = getByLabelText(/^Transaction number/)
  await user.type(field, 'yesterday')
  await report()
  expect(await findByText(/^Enter the transaction number/)).toBeDefined()
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, `https://chain.example/tx/${transaction.toUpperCase()}`)
  await report()
  await waitFor(() => expect(sent).toMatchObject([{ bitcoin: transaction }]))
})

test('a report that is refused is explained at its field or above the button, and nothing is lost', async () => {
  const fields = { bitcoin: 'This is not your transfer.' }
  const invalid = { return: false, error: 'errors.invalid', message: 'Check the form', fields }
  const replies = [
    { status: 400, json: invalid },
    { json: { return: false, error: 'wallets.claim_limit', message: 'Wait for your first report.' } },
  ]
  const { user, getByLabelText, findByText, findByRole, toasts } = await renderTab('bank', () => replies.shift()!)
  const field = getByLabelText('Transfer number or transaction')
  await user.type(field, 'RF18')
  await user.click(await findByRole('button', { name: /^I have sent/ }))
  await findByText('This is not your transfer.')
  expect(document.activeElement).toBe(field)
  await user.click(await findByRole('button', { name: /^I have sent/ }))
  await findByText('Wait for your first report.')
  expect((field as HTMLInputElement).value).toBe('RF18')
  expect(toasts).toEqual([])
})
