// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { cardsCalls } from '@tradefront/contract/cards'
import { cryptoCalls } from '@tradefront/contract/crypto'
import type { DepositView } from '@tradefront/contract/deposits'
import { toDeposit } from '@tradefront/contract/domain/deposits'
import type { UserRecord } from '@tradefront/contract/user-record'
import { settingsCalls, type SiteSettings } from '@tradefront/contract/settings'
import { act, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { cardPayment } from '../../features/cards/payment/card-payment.ts'
import { eventBus } from '../../platform/realtime/event-bus.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { testInvoiceView } from '../../platform/testing/test-invoice.ts'
import { connectToaster } from '../../platform/toasts.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { getPaymentReturnTarget } from './payment-return.ts'
import { createTradingRouter } from './trading-router.tsx'

/** The file of the tab can be loaded only once this is true. */
const connection = vi.hoisted(() => ({ isThere: true }))
vi.mock('../../features/wallets/claim-tab.tsx', async (importOriginal) => {
  if (!connection.isThere) throw new Error('Failed to fetch dynamically imported module')
  return importOriginal()
})

const running: DepositView = {
  id: 'd-1',
  receipt_number: 'REF1',
  state: 'processing',
  amount: 1000,
  currency: 'EUR',
  bonus: 0,
  fixed: 1,
  bonus_amount: 0,
  turnover_required: 0,
  card: { brand: 'visa', last4: '4242' },
  invoice: null,
  next: null,
  tried: [],
  redirected_by: [],
  cascade: [],
  reason: null,
  message: null,
  balance: null,
  credited: null,
  refund: null,
  created_at: Date.UTC(2026, 10, 1),
  ended_at: null,
  step: null,
}
const atWallet = (name: string, processor: 'MONETA' | 'SKRILL' | 'UNIONPAY'): DepositView => ({
  ...running,
  card: null,
  wallet: { name, is_claim: false },
  step: {
    processor,
    state: 'requires_action',
    action: { kind: 'redirect', url: 'https://wallet.example/pay' },
    transaction_id: 'a-1',
    id: 'd-1',
    started_at: 0,
    deadline_at: null,
  },
})
const end = (deposit: DepositView, state: 'succeeded' | 'failed'): DepositView => ({
  ...deposit,
  state,
  step: null,
  ended_at: 2,
  ...(state === 'succeeded'
    ? { credited: { cash: 1000, bonus: 0 }, balance: 1000 }
    : { reason: 'orange.pay_fail', message: 'The payment failed. Nothing was charged.' }),
})

type Handler = (body: unknown) => unknown
/** State of the server. */
let server: { deposit: DepositView | null; recent: DepositView[]; savedCards?: object[] }

beforeEach(() => {
  localStorage.clear()
  server = { deposit: null, recent: [] }
  stubBrowser()
})
afterEach(() => cardPayment.dismiss())

function collectToasts(): string[] {
  const toasts: string[] = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  return toasts
}

async function openFunding(
  options: {
    readonly path?: string
    readonly user?: Partial<UserRecord>
    readonly settings?: Partial<SiteSettings>
    readonly locale?: 'en' | 'ru'
    readonly calls?: readonly (readonly [path: string, Handler])[]
  } = {},
) {
  const { path = '/show/funding', locale = 'en', calls = [] } = options
  location.hash = `#${path}`
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.startsWith(cardsCalls.getCurrentDeposit.path))
      return Response.json({
        return: true,
        card: null,
        savedCards: [],
        depositsLeftToday: 3,
        ...server,
        isCardLimited: false,
        cardLimitedUntilMs: null,
        isLimitAccepted: false,
      })
    if (url === settingsCalls.getBootstrap.path)
      return Response.json({ ...testBootstrap, return: true, countries: [], currencies: [] })
    const handle = calls.find(([known]) => known === url)?.[1]
    if (handle === undefined) return Response.json({}, { status: 404 })
    return Response.json(await handle(JSON.parse(String(init?.body ?? null))))
  })
  const toasts = collectToasts()
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter(tradingScreens)} />, {
      bootstrap: {
        // Bitcoin is not suggested to this user.
        user: { ...testUser, regTime: Date.UTC(2025, 0, 5), btc_deposit: true, ...options.user },
        now: Date.UTC(2026, 10, 22),
        settings: { ...testBootstrap.settings, ...options.settings },
      },
      texts: ['settings', 'profile', 'cards', 'deposits', 'crypto', 'wallets', 'promo', 'offers'],
      locale,
    }),
  )
  return { ...screen, toasts, user: userEvent.setup() }
}

const callbacks = ['listen', 'listen-orange', 'listen-concept', 'listen-union'] as const
const endToasts = {
  en: {
    succeeded: 'Your payment has arrived. The money is on your account.',
    failed: 'The payment failed. Nothing was charged.',
  },
  ru: {
    succeeded: 'Платёж получен. Деньги зачислены на ваш счёт.',
    failed: 'Платёж не прошёл. Деньги не списаны.',
  },
} as const

const startOf = (callback: string): DepositView =>
  callback === 'listen-union' ? atWallet('unionpay', 'UNIONPAY') : running

/** spec: account 2, 8 */
describe.each(callbacks)('after the callback %s', (callback) => {
  const deposit = startOf(callback)

  test.each([
    ['en', 'succeeded'],
    ['en', 'failed'],
    ['ru', 'succeeded'],
    ['ru', 'failed'],
  ] as const)('there is the message (%s) for a payment that has %s', async (locale, state) => {
    const toasts = collectToasts()
    await renderWithProviders(null, { locale, texts: ['cards', 'deposits'] })
    const ended = toDeposit(end(deposit, state))
    cardPayment.resumePayment({ deposit: null, recent: [ended] }, 'd-1')
    expect(toasts).toEqual([endToasts[locale][state]])
    cardPayment.dismiss()
    // The result comes after the page.
    cardPayment.resumePayment({ deposit: toDeposit(deposit), recent: [] }, 'd-1')
    eventBus.emit('deposit', { deposit: ended })
    await waitFor(() => expect(toasts.filter((text) => text === endToasts[locale][state])).toHaveLength(2))
  })

  test('the funding screen shows that message', async () => {
    server.recent = [end(deposit, 'failed')]
    const path = getPaymentReturnTarget(`?${callback}&transaction_id=a-1&id=d-1`) ?? ''
    const { toasts } = await openFunding({ path })
    await waitFor(() => expect(toasts).toContain(endToasts.en.failed))
  })
})

test('a Russian trader with roubles pays at Moneta first', async () => {
  const sent: unknown[] = []
  const { findByRole, user } = await openFunding({
    locale: 'ru',
    user: { currency: 'RUB', min_deposit: 15_000, min_deposit_other: 15_000, max_deposit: 600_000 },
    calls: [['/api/pay/moneta', (body) => (sent.push(body), new Promise(() => {}))]],
  })
  expect(((await findByRole('radio', { name: 'Карта (Moneta)' })) as HTMLInputElement).checked).toBe(true)
  await user.click(await findByRole('button', { name: /^Оплатить/ }))
  expect(sent).toEqual([expect.objectContaining({ amount: 60_000, currency: 'RUB', fixed: 1, bonus: 0 })])
})

test.each([
  [
    'en',
    {},
    {},
    'With deposited money you can buy 1 more trade; then trading pauses until your documents are approved.',
  ],
  [
    'en',
    {},
    { trades: 3, deposits: 2000 },
    'Once you have deposited more than €2,000 and bought 3 trades, trading pauses',
  ],
  ['ru', {}, {}, 'На внесённые деньги можно купить ещё 1 сделку'],
] as const)(
  'before the first deposit, the page says when trading will pause (%s, %o, %o)',
  async (locale, user, block, text) => {
    const settings = { tradingBlock: { trades: 1, deposits: 0, ...block } }
    const { findByText } = await openFunding({ locale, user, settings })
    const notice = (await findByText(new RegExp(`^${text}`))).closest('[role=status], div')
    expect(notice?.parentElement?.querySelector('a')?.getAttribute('href')).toMatch(/#\/show\/personal\/documents$/)
  },
)

test.each([
  ['is verified', { verification: 'Full' }],
  ['is blocked already, which the page of trades says', { finCreditTurnover: 100, tr_count: 1 }],
])('the page says nothing of a pause to a trader who %s', async (_name, user) => {
  const { findByRole, queryByText } = await openFunding({ user })
  await findByRole('radio', { name: 'Skrill' })
  expect(queryByText(/trading pauses|can’t buy trades/)).toBeNull()
})

test('a running payment is shown by its own method, although that is no longer offered', async () => {
  server.deposit = atWallet('moneta', 'MONETA')
  const { findByRole } = await openFunding({ settings: { hiddenTabs: ['card_moneta'] } })
  const link = await findByRole('link', { name: 'Continue at Card (Moneta)' })
  expect(link.getAttribute('href')).toBe('https://wallet.example/pay')
})

test('the amount stays when the method changes, and the slider has the tiers of the chosen one', async () => {
  const { findByRole, getByRole, user } = await openFunding()
  await user.click(await findByRole('button', { name: '€3,000 Gold +100%' }))
  await user.click(getByRole('radio', { name: /^With 100/ }))
  await user.click(getByRole('radio', { name: 'Skrill' }))
  expect((await findByRole('button', { name: /^Pay €3,000/ })).textContent).toContain('3,000')
  getByRole('button', { name: '€1,000 Silver +50%' })
  expect(getByRole('radio', { name: /^With 50/ })).toHaveProperty('checked', true)
  getByRole('button', { name: '€10,000 Gold +100%' })
})

test('after a decline, the form has the amount and the bonus of that payment, whatever was typed before', async () => {
  const { getByRole, getByLabelText, user } = await openFunding()
  const declined = toDeposit(end({ ...running, amount: 2500, bonus: 1, fixed: 0 }, 'failed'))
  act(() => cardPayment.resumePayment({ deposit: null, recent: [declined] }, declined.id))
  await user.click(getByRole('button', { name: 'Pay another way' }))
  expect(getByLabelText('Amount')).toHaveProperty('value', '2,500')
  expect(getByRole('radio', { name: /% bonus/ })).toHaveProperty('checked', true)
  expect(getByRole('radiogroup', { name: 'How do you want to pay?' })).toBeDefined()
})

test('a decline that sends the trader to support has a link to a question about it', async () => {
  const { findByRole } = await openFunding()
  const declined = toDeposit({ ...end(running, 'failed'), reason: 'cards.declined_contact', message: null })
  act(() => cardPayment.resumePayment({ deposit: null, recent: [declined] }, declined.id))
  const link = await findByRole('link', { name: 'Ask support' })
  expect(link.getAttribute('href')).toBe('/#/show/support/new?deposit=d-1')
})

test('an invoice that waits is above the amount, whatever the method is', async () => {
  const { findByRole, getByLabelText } = await openFunding({
    calls: [[cryptoCalls.listInvoices.path, () => ({ return: true, invoices: [testInvoiceView] })]],
  })
  const link = await findByRole('link', { name: /^Open the invoice/ })
  expect(link.compareDocumentPosition(getByLabelText('Amount'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a trader who stops waiting for an answer can choose another method, and sees the payment if it has started', async () => {
  let answer: (reply: object) => void = () => undefined
  const sent: unknown[] = []
  const pay: Handler = (body) => {
    sent.push(body)
    if (sent.length === 1) throw new TypeError('Failed to fetch')
    return new Promise((resolve) => (answer = resolve))
  }
  const { findByRole, findByText, getByRole, user } = await openFunding({ calls: [['/api/card/fast/skrill', pay]] })
  await user.click(await findByRole('radio', { name: 'Skrill' }))
  await user.click(await findByRole('button', { name: /^Pay €/ }))
  const leave = await findByRole('button', { name: 'Choose another way to pay' })
  // The event takes the place of the pause before the next try.
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual(sent[0])
  const scrolledTo: string[] = []
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolledTo.push(this.id)
  }
  await user.click(leave)
  await waitFor(() => expect(scrolledTo).toEqual(['funding-methods']))
  expect(await findByRole('radio', { name: 'Neteller' })).toBeDefined()
  expect(getByRole('button', { name: /^Pay €/ }).getAttribute('aria-disabled')).toBeNull()

  server.deposit = atWallet('skrill', 'SKRILL')
  answer({ return: true, status: 'redirect', redirect: 'https://wallet.example/pay', deposit: server.deposit })
  await findByText(/The payment waits for you at Skrill/)
})

test('a tab that cannot be loaded is loaded when the connection is back', async () => {
  connection.isThere = false
  const { findByRole, findByText, user } = await openFunding({
    settings: { claimAccounts: { bank: 'IBAN CH93', wmz: null, wmr: null, wme: null, litecoin: null } },
  })
  await user.click(await findByRole('radio', { name: 'Bank transfer' }))
  connection.isThere = true
  await findByText('CH93')
})

test('practice has no deposits, and one press leads to the real account', async () => {
  const { findByText, getByRole, queryByRole } = await openFunding({ user: { practice: true } })
  await findByText('You are on practice. Switch to your real account to add funds.')
  expect(within(getByRole('main')).getByRole('button', { name: 'Switch to real' })).toBeTruthy()
  expect(queryByRole('radiogroup')).toBeNull()
})

test('a link to the card warns a partner-risk trader', async () => {
  const { findByRole } = await openFunding({ path: '/show/funding/card', user: { cardRisk: true } })
  await findByRole('dialog', { name: 'Before you pay by card' })
})

test.each([
  ['to the card does not warn other traders', '/show/funding/card', false],
  ['to bitcoin does not warn', '/show/funding/bitcoin', true],
])('a link %s', async (_title, path, cardRisk) => {
  const { findByRole, queryByRole } = await openFunding({ path, user: { cardRisk } })
  await findByRole('heading', { level: 1, name: 'Add funds' })
  expect(queryByRole('dialog')).toBeNull()
})

const savedCard = {
  id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  brand: 'visa',
  last4: '4242',
  emm: '12',
  eyy: '2035',
  fn: 'Ada',
  ln: 'Lovelace',
  cu: 'AU',
  state: null,
  limitedUntilMs: null,
}

test('a trader who paid last with a saved card sees it and its code, and one press shows every way to pay', async () => {
  server = { deposit: null, recent: [end(running, 'succeeded')], savedCards: [savedCard] }
  const { findByRole, getByRole, getByLabelText, queryByRole, user } = await openFunding()
  const change = await findByRole('button', { name: /^Change/ })
  expect(within(getByRole('region', { name: 'Card' })).getByText('Visa •••• 4242')).toBeDefined()
  expect(queryByRole('radiogroup', { name: 'How do you want to pay?' })).toBeNull()
  expect(queryByRole('radiogroup', { name: 'Saved cards' })).toBeNull()
  await user.type(getByLabelText('Security code'), '123')
  await user.click(change)
  expect(document.activeElement).toBe(getByRole('radio', { name: 'Card, Last used' }))
  expect(getByRole('radiogroup', { name: 'Saved cards' })).toBeDefined()
  expect(getByLabelText('Security code')).toHaveProperty('value', '123')
})

test.each([
  [
    'another card has paid since',
    { recent: [end({ ...running, card: { brand: 'visa', last4: '1111' } }, 'succeeded')] },
  ],
  ['a wallet has paid since', { recent: [end(atWallet('skrill', 'SKRILL'), 'succeeded')] }],
  ['the card is paused', { savedCards: [{ ...savedCard, limitedUntilMs: Date.UTC(2027, 1, 1) }] }],
  ['the card has expired', { savedCards: [{ ...savedCard, eyy: '2025' }] }],
  ['it is not saved', { savedCards: [] }],
])('every way to pay is shown if %s', async (_why, changes) => {
  server = { deposit: null, recent: [end(running, 'succeeded')], savedCards: [savedCard], ...changes }
  const { findByRole, queryByRole } = await openFunding()
  await findByRole('radiogroup', { name: 'How do you want to pay?' })
  expect(queryByRole('button', { name: /^Change: / })).toBeNull()
})

test('a running payment is one line beside its summary, and the title says how it ended', async () => {
  server.deposit = { ...running, amount: 1000, bonus: 1, fixed: 0, tried: ['ORANGE'], cascade: ['ORANGE'] }
  const { findByText, findByRole, getByRole, queryByRole } = await openFunding()
  await findByText('€1,000 · Visa •••• 4242 · +€500 bonus')
  expect(getByRole('region', { name: 'What you get' }).textContent).toContain('€1,500')
  expect(queryByRole('button', { name: /^Pay/ })).toBeNull()
  getByRole('heading', { level: 1, name: 'Add funds' })
  act(() => eventBus.emit('deposit', { deposit: toDeposit(end(server.deposit as DepositView, 'succeeded')) }))
  await findByRole('heading', { level: 1, name: 'Deposit completed' })
  expect(queryByRole('region', { name: 'What you get' })).toBeNull()
})
