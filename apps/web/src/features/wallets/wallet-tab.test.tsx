// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cardsCalls } from '@tradefront/contract/cards'
import type { DepositView } from '@tradefront/contract/deposits'
import { getProcessor } from '@tradefront/processors/registry'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import { act, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { useCurrentDialog } from '../../platform/dialogs.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { connectToaster } from '../../platform/toasts.ts'
import { cardPayment } from '../cards/payment/card-payment.ts'
import { WalletTab } from './wallet-tab.tsx'
import { WithAmount } from '../deposits/testing/with-amount.tsx'

const page = 'https://wallet.example/pay/1'
const step: DepositView['step'] = {
  processor: 'SKRILL',
  state: 'requires_action',
  action: { kind: 'redirect', url: page },
  transaction_id: 'a-1',
  id: 'd-1',
  started_at: 1,
  deadline_at: null,
}
const view: DepositView = {
  id: 'd-1',
  receipt_number: 'REF',
  state: 'processing',
  amount: 1000,
  currency: 'EUR',
  bonus: 0,
  fixed: 1,
  bonus_amount: 0,
  turnover_required: 0,
  card: null,
  invoice: null,
  wallet: { name: 'skrill', is_claim: false },
  step,
  next: null,
  tried: ['SKRILL'],
  redirected_by: [],
  cascade: ['SKRILL'],
  reason: null,
  message: null,
  credited: null,
  refund: null,
  balance: null,
  created_at: 1,
  ended_at: null,
}
const failed: DepositView = { ...view, state: 'failed', step: null, reason: 'orange.pay_fail', message: 'No.' }
/** The text of a decline without words of its own. */
const declined = 'The payment failed. Nothing was charged.'
const calls = {
  skrill: getProcessor('SKRILL').calls[0]!.call,
  neteller: getProcessor('NETELLER').calls[0]!.call,
  paypal: getProcessor('PAYPAL').calls[0]!.call,
  qiwi: { ...getProcessor('QIWI').calls[0]!.call, path: '/api/pay/qiwi' },
}

beforeEach(stubBrowser)
afterEach(() => cardPayment.dismiss())

function CurrentDialog() {
  const dialog = useCurrentDialog()
  return dialog === null ? null : <button onClick={() => dialog.respond(true)}>{dialog.body}</button>
}

async function renderTab(
  tab: FundingTab,
  call: keyof typeof calls,
  handle: CallHandler,
  { locale = 'en', depositTurnover = 1 }: { readonly locale?: 'en' | 'ru'; readonly depositTurnover?: number } = {},
) {
  const overview = {
    return: true,
    deposit: null,
    recent: [],
    card: null,
    savedCards: [],
    depositsLeftToday: 3,
    isCardLimited: false,
    cardLimitedUntilMs: null,
    isLimitAccepted: false,
  }
  const bodies = stubCalls([
    [calls[call], handle],
    [cardsCalls.getCurrentDeposit, () => ({ json: overview })],
  ])
  const toasts: string[] = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  const element = (
    <>
      <WithAmount method="other">{(amountForm) => <WalletTab tab={tab} amountForm={amountForm} />}</WithAmount>
      <CurrentDialog />
    </>
  )
  const bootstrap = { settings: { ...testBootstrap.settings, depositTurnoverFactor: depositTurnover } }
  const root = createRootRoute({ component: () => element, notFoundComponent: () => null })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  await router.load()
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={router} />, {
      texts: ['cards', 'deposits', 'wallets'],
      locale,
      bootstrap,
    }),
  )
  return { ...screen, user: userEvent.setup(), toasts, sent: bodies.get(calls[call]) ?? [] }
}

test('pays at Skrill’s page, with the amount and bonus of the shared form', async () => {
  const { user, getByRole, findByText, sent } = await renderTab('skrill', 'skrill', () => ({
    json: { return: true, status: 'redirect', redirect: page, deposit: view },
  }))
  await user.click(getByRole('button', { name: /^Pay/ }))
  expect((await findByText(/You are being taken to Skrill|waits for you at Skrill/)).textContent).toContain('Skrill')
  expect(sent).toEqual([{ amount: 1000, fixed: 1, bonus: 0 }])
})

test.each([
  [1, 'once you have staked its amount of your own money'],
  [2.5, 'once you have staked 2.5 times its amount of your own money'],
])('the summary says when a deposit leaves by any method (turnover factor %d)', async (depositTurnover, words) => {
  const { getByText } = await renderTab('skrill', 'skrill', () => ({ json: {} }), { depositTurnover })
  expect(getByText(/can be withdrawn by any method/).textContent).toContain(words)
})

test('/api/pay/{method} gets the e-mail, the currency and a nonce', async () => {
  const { user, getByRole, sent } = await renderTab('qiwi', 'qiwi', () => ({
    json: { return: true, status: 'redirect', redirect: page, deposit: view },
  }))
  await user.click(getByRole('button', { name: /^Pay/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    email: 'anna@example.com',
    amount: 1000,
    currency: 'EUR',
    bonus: 0,
    fixed: 1,
    random: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test('Neteller needs the account and the secure id, and the field forgets the id', async () => {
  const { user, getByRole, getByLabelText, findByText, sent, toasts } = await renderTab('neteller', 'neteller', () => ({
    json: { return: false, status: 'declined', deposit: { ...failed, wallet: { name: 'neteller', is_claim: false } } },
  }))
  await user.click(getByRole('button', { name: /^Pay/ }))
  expect(toasts).toEqual(['Please fill in the marked fields.'])
  expect(sent).toEqual([])
  expect(document.activeElement).toBe(getByLabelText('Neteller account or e-mail'))
  await findByText('Enter your Neteller account.')
  await user.type(getByLabelText('Neteller account or e-mail'), ' ada ')
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText('Enter your Secure ID.')
  expect(document.activeElement).toBe(getByLabelText('Secure ID'))
  await user.type(getByLabelText('Secure ID'), '731905')
  await user.click(getByRole('button', { name: /^Pay/ }))
  expect((await findByText('The payment failed')).tagName).toBe('H2')
  expect(sent).toEqual([{ net_account: 'ada', secure_id: '731905', amount: 1000, currency: 'EUR', bonus: 0, fixed: 1 }])
  expect((getByLabelText('Secure ID') as HTMLInputElement).value).toBe('')
  expect(toasts.at(-1)).toBe('The payment failed. Nothing was charged.')
})

test('Neteller: a refusal is shown beside the button, and the account stays', async () => {
  const refusal = { return: false, error: 'wallets.country', message: 'Not in your country.', deposit: null }
  const { user, getByRole, getByLabelText, findByText } = await renderTab('neteller', 'neteller', () => ({
    json: refusal,
  }))
  await user.type(getByLabelText('Neteller account or e-mail'), 'ada')
  await user.type(getByLabelText('Secure ID'), '731905')
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText('Not in your country.')
  expect((getByLabelText('Neteller account or e-mail') as HTMLInputElement).value).toBe('ada')
  expect((getByLabelText('Secure ID') as HTMLInputElement).value).toBe('')
  expect(getByRole('button', { name: /^Pay/ })).toBeDefined()
})

test.each([
  ['its message', 'en', /^Pay/, { message: 'Not today.' }, 'Not today.'],
  ['Error without one', 'en', /^Pay/, {}, 'Error'],
  ['its message', 'ru', /^Оплатить/, { message: 'Не сегодня.' }, 'Не сегодня.'],
  ['Error without one', 'ru', /^Оплатить/, {}, 'Ошибка'],
] as const)('PayPal: a refusal is an alert with %s (%s)', async (_what, locale, button, reply, text) => {
  const handle: CallHandler = () => ({ json: { return: false, deposit: null, ...reply } })
  const { user, getByRole, findByText } = await renderTab('paypal', 'paypal', handle, { locale })
  await user.click(getByRole('button', { name: button }))
  await user.click(await findByText(text))
})

test.each([
  [
    'en',
    /^Pay/,
    'Skrill: €1,000.00',
    'That did not work. Check your connection and try again. You are never charged twice for one payment.',
  ],
  [
    'ru',
    /^Оплатить/,
    'Skrill: €1 000,00',
    'Не получилось. Проверьте соединение и попробуйте ещё раз. За один платёж деньги не списываются дважды.',
  ],
] as const)('without an answer there is the toast of the specification (%s)', async (locale, button, title, toast) => {
  const { user, getByRole, getAllByRole, toasts } = await renderTab('skrill', 'skrill', () => brokenReply, { locale })
  await user.click(getByRole('button', { name: button }))
  await waitFor(() => expect(toasts).toEqual([toast]))
  expect(getAllByRole('heading').map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toContain(title)
})

test('a refusal is shown beside the button, and nothing has started', async () => {
  const { user, getByRole, findByText } = await renderTab('skrill', 'skrill', () => ({
    json: { return: false, error: 'wallets.country', message: 'Not in your country.', deposit: null },
  }))
  await user.click(getByRole('button', { name: /^Pay/ }))
  expect(await findByText('Not in your country.')).toBeDefined()
  expect(getByRole('button', { name: /^Pay/ })).toBeDefined()
})

test.each([
  ['a decline', {}, 'The payment failed', /^Nothing was charged\. Check your balance at Skrill/, null],
  [
    'words of its own',
    { message: 'Skrill account is locked' },
    'The payment failed',
    /at Skrill/,
    'Skrill account is locked',
  ],
  [
    'a payment that was cancelled',
    { reason: 'deposits.canceled', message: null },
    'Payment cancelled',
    /^Nothing was charged\.$/,
    null,
  ],
] as const)('after %s the reason and each way on are shown', async (_what, change, title, text, detail) => {
  const { user, getByRole, findByRole, getByText, queryByText } = await renderTab('skrill', 'skrill', () => ({
    json: { return: false, status: 'declined', deposit: { ...failed, message: declined, ...change } },
  }))
  await user.click(getByRole('button', { name: /^Pay/ }))
  expect(document.activeElement).toBe(await findByRole('heading', { name: title }))
  getByText(text)
  if (detail === null) expect(queryByText('Message')).toBeNull()
  else getByText(detail)
  expect(getByRole('link', { name: 'Ask support' }).getAttribute('href')).toBe('/show/support/new?deposit=d-1')
  await user.click(getByRole('button', { name: 'Try again' }))
  getByRole('button', { name: /^Pay/ })
})

test('after a failure another way to pay can be chosen', async () => {
  const methods = document.body.appendChild(document.createElement('div'))
  methods.id = 'funding-methods'
  onTestFinished(() => methods.remove())
  const scroll = (methods.scrollIntoView = vi.fn<() => void>())
  const { user, getByRole, findByRole } = await renderTab('skrill', 'skrill', () => ({
    json: { return: false, status: 'declined', deposit: failed },
  }))
  await user.click(getByRole('button', { name: /^Pay/ }))
  await user.click(await findByRole('button', { name: 'Choose another way to pay' }))
  await waitFor(() => expect(scroll).toHaveBeenCalledOnce())
  getByRole('button', { name: /^Pay/ })
})
