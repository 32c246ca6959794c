// @vitest-environment jsdom
import { cryptoCalls, type InvoiceView } from '@tradefront/contract/crypto'
import type { DepositView } from '@tradefront/contract/deposits'
import { toInvoice } from '@tradefront/contract/domain/crypto'
import { walletsCalls } from '@tradefront/contract/wallets'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createPortal } from 'react-dom'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { syncServerClock } from '../../../platform/clock.ts'
import { useCurrentDialog } from '../../../platform/dialogs.ts'
import { eventBus } from '../../../platform/realtime/event-bus.ts'
import { stubBrowser } from '../../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../../platform/testing/stub-calls.ts'
import { connectToaster } from '../../../platform/toasts.ts'
import { renderWithRouter } from '../testing/render-with-router.tsx'
import { testInvoiceView as view } from '../../../platform/testing/test-invoice.ts'
import { InvoiceDialog } from './invoice-dialog.tsx'

const minuteMs = 60_000
const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const

let reports: unknown[] = []
let answerReport: CallHandler
let answerExpected: CallHandler
beforeEach(() => {
  reports = []
  answerExpected = () => ({ json: { return: true } })
  answerReport = () => ({ json: { return: true, id: 'd-1', deposit: null } })
  stubBrowser()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Stops the time: timers run when the test moves it on. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: [...timers], now: view.now })
}

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function openInvoice(shown: InvoiceView, check?: CallHandler, locale: 'en' | 'ru' = 'en') {
  const startedAtMs = Date.now()
  syncServerClock(startedAtMs)
  let current: InvoiceView = { ...shown, expires_at: shown.expires_at - view.now + startedAtMs }
  const answer: CallHandler = () => ({
    json: { return: true, status: current.status, hash: current.hash, invoice: { ...current, now: Date.now() } },
  })
  const bodies = stubCalls([
    [cryptoCalls.getBitcoinInvoiceStatus, check ?? answer],
    [cryptoCalls.getEthereumInvoiceStatus, check ?? answer],
    [cryptoCalls.listInvoices, () => ({ json: { return: true, invoices: [current] } })],
    [
      { ...walletsCalls.reportPayment, path: '/api/report/bitcoin' },
      (body) => {
        reports.push(body)
        return answerReport(body)
      },
    ],
    [cryptoCalls.saveExpectedBitcoinPayment, (body) => answerExpected(body)],
    [
      cryptoCalls.cancelInvoice,
      () => {
        current = { ...current, state: 'expired', status: 'ex', is_canceled: true, watched_until: current.expires_at }
        return { json: { return: true, invoice: { ...current, now: Date.now() } } }
      },
    ],
  ])
  const toasts: string[] = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  const onClose = vi.fn<() => void>()
  const dialog = <InvoiceDialog coin={shown.coin} guid={shown.guid} onClose={onClose} />
  const element = (
    <>
      {dialog}
      <Question />
    </>
  )
  const screen = await renderWithRouter(element, {
    texts: ['invoices', 'wallets'],
    bootstrap: { now: startedAtMs },
    locale,
  })
  if (vi.isFakeTimers()) await advance(0)
  else await screen.findByRole('dialog')
  const checkCall = shown.coin === 'BTC' ? cryptoCalls.getBitcoinInvoiceStatus : cryptoCalls.getEthereumInvoiceStatus
  return {
    ...screen,
    toasts,
    onClose,
    bodies,
    user: userEvent.setup(),
    change: (changes: Partial<InvoiceView>) => {
      current = { ...current, ...changes }
    },
    push: (changes: Partial<InvoiceView>) =>
      act(async () => eventBus.emit('invoice', { invoice: toInvoice({ ...current, now: Date.now(), ...changes }) })),
    countChecks: () => bodies.get(checkCall)?.length ?? 0,
  }
}

/** Shows the question. Its buttons are outside the dialog, which hides everything else. */
function Question() {
  const question = useCurrentDialog()
  if (question === null) return null
  return createPortal(
    <div data-react-aria-top-layer="true">
      <button onClick={() => question.respond(false)}>Answer {question.cancelLabel}</button>
      <button onClick={() => question.respond(true)}>Answer {question.confirmLabel}</button>
    </div>,
    document.body,
  )
}

const ether: InvoiceView = { ...view, coin: 'ETH', coin_amount: '0.25', coin_missing: '0.25', uri: 'ethereum:0x1' }
const paid = { state: 'paid', status: 'su', coin_missing: '0', coin_received: '0.01', credited: 1000 } as const

test('a new invoice shows amount, address, QR code, the time left and what would lose the coins', async () => {
  stopTime()
  const { getByRole, getByText } = await openInvoice(view)
  getByRole('dialog', { name: 'Bitcoin invoice' })
  getByText('Send 0.01 BTC')
  getByText(view.address)
  getByRole('img', { name: 'QR code with the address and the amount' })
  getByText(/^Send only bitcoin \(BTC\), on the Bitcoin network\./)
  getByText(/Payments worth less than \$0\.01 are not credited\./)
  expect(getByRole('link', { name: 'Open in my wallet' }).getAttribute('href')).toBe(view.uri)
  expect(getByRole('timer').textContent).toBe('1:00:00 left')
  await advance(61_500)
  expect(getByRole('timer').textContent).toBe('58:59 left')
})

test.each([
  [
    'en',
    ['Copy the amount', 'Copy the address'],
    ['Amount copied to clipboard', 'Address copied to clipboard'],
    'It could not be copied. Select the text and copy it by hand.',
  ],
  [
    'ru',
    ['Скопировать сумму', 'Скопировать адрес'],
    ['Сумма скопирована в буфер обмена', 'Адрес скопирован в буфер обмена'],
    'Скопировать не удалось. Выделите текст и скопируйте его вручную.',
  ],
] as const)(
  'amount and address are copied, with the words of spec: funding 8 (%s)',
  async (locale, names, words, failed) => {
    const { findByRole, getByRole, toasts, user } = await openInvoice(ether, undefined, locale)
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
    await user.click(await findByRole('button', { name: names[0] }))
    await user.click(getByRole('button', { name: names[1] }))
    expect(copied).toEqual(['0.25', view.address])
    expect(toasts).toEqual(words)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('forbidden'))
    await user.click(getByRole('button', { name: names[0] }))
    expect(toasts.at(-1)).toBe(failed)
  },
)

test.each([
  ['bitcoin', view],
  ['ethereum', ether],
])('the state of a %s invoice is asked every minute while it waits, and no longer', async (_coin, shown) => {
  stopTime()
  const { countChecks, change, getByText } = await openInvoice(shown)
  const updates: unknown[] = []
  onTestFinished(eventBus.on('user:update', (event) => updates.push(event)))
  expect(countChecks()).toBe(1)
  await advance(minuteMs)
  await advance(minuteMs)
  expect(countChecks()).toBe(3)
  change(paid)
  await advance(minuteMs)
  getByText('$1,000.00 is on your account')
  expect(updates, 'the balance has changed').toHaveLength(1)
  await advance(10 * minuteMs)
  expect(countChecks()).toBe(4)
})

test('the state is also asked when the time is over, and an expired invoice is asked no more', async () => {
  stopTime()
  const endMs = view.now + 90_500
  const { countChecks, change, getByText, queryByRole } = await openInvoice({ ...view, expires_at: endMs })
  await advance(minuteMs)
  expect(countChecks()).toBe(2)
  await advance(30_000)
  getByText('Send 0.01 BTC')
  change({ state: 'expired', status: 'ex', watched_until: endMs + 24 * 60 * minuteMs, coin_missing: '0' })
  await advance(1500)
  expect(countChecks()).toBe(3)
  getByText('The invoice has expired')
  expect(queryByRole('img', { name: /QR/ })).toBeNull()
  await advance(10 * minuteMs)
  expect(countChecks()).toBe(3)
})

test('what the server pushes is shown at once, and an older state does not replace a newer one', async () => {
  stopTime()
  const { push, getByText, getByRole, countChecks } = await openInvoice(view)
  const payments = [{ hash: 'a1b2', coin_amount: '0.0088', state: 'seen', confirmations: 0 }] as const
  await push({ state: 'underpaid', coin_received: '0.0088', coin_missing: '0.0012', payments: [...payments] })
  getByText('Send the rest: 0.0012 BTC')
  getByText('Rest')
  getByText('a1b2')
  await push({ state: 'confirming', confirmations: 2, coin_missing: '0', coin_received: '0.01' })
  getByText('Seen: 2 of 3 confirmations')
  expect(getByRole('progressbar').getAttribute('aria-valuenow')).toBe('67')
  await push({ state: 'seen', now: view.now - 1 })
  getByText('Seen: 2 of 3 confirmations')
  expect(countChecks()).toBe(1)
})

test('after the device has slept, the server says how much time is left', async () => {
  stopTime()
  const { getByRole, countChecks } = await openInvoice(view)
  await advance(10_000)
  // The timers stood still, and the clock of the device went on.
  vi.setSystemTime(view.now + 30 * minuteMs)
  await advance(1000)
  await advance(1000)
  expect(countChecks()).toBe(2)
  expect(getByRole('timer').textContent).toMatch(/^29:5\d left$/)
})

test('without the server, a wrong clock of the device shows no time', async () => {
  stopTime()
  let isDown = false
  const { getByRole, getByText } = await openInvoice(view, () => {
    if (isDown) return brokenReply
    return { json: { return: true, status: 'wt', hash: null, invoice: { ...view, now: Date.now() } } }
  })
  isDown = true
  vi.setSystemTime(view.now - 30 * minuteMs)
  await advance(1500)
  expect(getByRole('timer').textContent).toBe('Checking the time')
  await advance(10_000)
  getByText(/^Bitcoin invoice could not be updated\. You see what was loaded before\. Your payment is safe/)
  getByText(view.address)
})

test('an invoice that cannot be loaded can be tried again', async () => {
  stopTime()
  const { getByText, getByRole, countChecks } = await openInvoice(view, () => brokenReply)
  await advance(10_000)
  getByText('Bitcoin invoice could not be loaded.')
  getByText(/^Your payment is safe: we follow it anyway\./)
  const before = countChecks()
  fireEvent.click(getByRole('button', { name: 'Try again' }))
  await advance(0)
  expect(countChecks()).toBe(before + 1)
})

test('the invoice of another trader does not exist', async () => {
  const missing: CallHandler = () => ({ status: 404, json: { return: false } })
  const { findByRole, getByRole, onClose, user } = await openInvoice(view, missing)
  await findByRole('dialog', { name: 'There is no such invoice' })
  await user.click(getByRole('button', { name: 'Back to the payment methods' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('Escape closes the invoice', async () => {
  const { user, onClose, findByText } = await openInvoice(view)
  await findByText('Send 0.01 BTC')
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('an invoice on the sandbox’s chain is marked, and leads to the test wallet', async () => {
  const test = { ...ether, is_test: true, test_wallet: 'https://sandbox/wallet' }
  const { findByText, getByRole, queryByRole, queryByText } = await openInvoice(test)
  await findByText('Test chain: these coins have no value. Don’t send real ones.')
  expect(getByRole('link', { name: 'Pay with the test wallet' }).getAttribute('href')).toBe('https://sandbox/wallet')
  expect(queryByRole('link', { name: 'Open in my wallet' })).toBeNull()
  expect(queryByText(/on the Ethereum main network/)).toBeNull()
})

test.each([
  ['credited', 'Credited'],
  ['dust', 'Too small to be credited'],
  ['token', 'A token: not credited. Contact support to get it back.'],
  ['checking', 'Being checked'],
  ['taken_back', 'Taken back from your account: no longer known to the network'],
  ['orphaned', 'No longer known to the network. If it is sent again, it counts again.'],
] as const)('a payment that is %s says so', async (state, words) => {
  const payments = [{ hash: 'a1', coin_amount: '0.01', state, confirmations: 3 }]
  const { findByText } = await openInvoice({ ...view, payments })
  await findByText(words)
})

test('a trader who sends another amount sees what it is worth', async () => {
  const { findByText, getByLabelText, getByRole, bodies, change, user } = await openInvoice(view)
  await user.click(await findByText('I’m sending another amount'))
  const field = getByLabelText('Bitcoin that you send')
  await user.type(field, 'a lot')
  await user.click(getByRole('button', { name: 'Note this amount' }))
  await findByText('Enter an amount in bitcoin, for example 0.015.')
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, '0,008')
  change({ coin_expected: '0.008' })
  await user.click(getByRole('button', { name: 'Note this amount' }))
  await findByText(
    '0.008 BTC is worth $800.00 at the rate of the invoice: credited without the bonus, unless the rest follows.',
  )
  expect(bodies.get(cryptoCalls.saveExpectedBitcoinPayment)).toEqual([
    { email: 'anna@example.com', amount: 1000, currency: 'USD', bonus: 1, fixed: 0, btc: '0.008' },
  ])
})

test('an amount that the server refuses is explained at its field, another refusal above it', async () => {
  const { findByText, findByRole, getByLabelText, user } = await openInvoice(view)
  await user.click(await findByText('I’m sending another amount'))
  const field = getByLabelText('Bitcoin that you send')
  const invalid = { return: false, error: 'errors.invalid', message: 'Check the form', fields: { btc: 'Too much.' } }
  answerExpected = () => ({ status: 400, json: invalid })
  await user.type(field, '99999999{Enter}')
  await findByText('Too much.')
  expect(document.activeElement).toBe(field)
  answerExpected = () => ({ json: { return: false, error: 'crypto.no_invoice', message: 'This invoice has ended.' } })
  await user.type(field, '{Backspace}{Enter}')
  await waitFor(async () => expect((await findByRole('alert')).textContent).toBe('This invoice has ended.'))
  expect((field as HTMLInputElement).value).toBe('9999999')
})

const old = { ...view, state: 'expired', status: 'ex', coin_missing: '0', watched_until: 1 } as const

test('bitcoin that was sent when the address was no longer watched can be reported', async () => {
  const { findByText, findByRole, getByRole, user } = await openInvoice(old)
  await findByText(/^This address is no longer watched: don’t send anything to it\./)
  expect(getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/show/contacts')
  await user.click(await findByRole('button', { name: 'Report it' }))
  await findByText('Please fill this in.')
  expect(document.activeElement).toBe(getByRole('textbox', { name: 'Number of the transaction' }))
  await user.type(getByRole('textbox', { name: 'Number of the transaction' }), ' a1b2 {Enter}')
  await findByText(/^Thank you\. We are looking for the transaction a1b2, /)
  const report = { email: 'anna@example.com', amount: 1000, currency: 'USD', bonus: 0, fixed: 1 }
  expect(reports).toEqual([{ ...report, random: `${view.guid}:a1b2`, bitcoin: 'a1b2' }])
  await user.click(getByRole('button', { name: 'Report another transaction' }))
  const second = 'f'.repeat(64)
  await user.type(getByRole('textbox', { name: 'Number of the transaction' }), `${second}{Enter}`)
  await findByText(new RegExp(`the transaction ${second}, `))
  expect(reports.at(-1)).toEqual({ ...report, random: `${view.guid}:${'f'.repeat(27)}`, bitcoin: second })
  for (const body of reports) expect(walletsCalls.reportPayment.body.safeParse(body).success).toBe(true)
})

const rejected: DepositView = {
  id: 'd-1',
  receipt_number: 'REF',
  state: 'failed',
  amount: 1000,
  currency: 'USD',
  bonus: 0,
  fixed: 1,
  bonus_amount: 0,
  turnover_required: 0,
  card: null,
  invoice: null,
  wallet: { name: 'bitcoin', is_claim: true },
  step: null,
  next: null,
  tried: [],
  redirected_by: [],
  cascade: [],
  reason: 'wallets.claim_rejected',
  message: 'No.',
  credited: null,
  refund: null,
  balance: null,
  created_at: 1,
  ended_at: 2,
}

test('a transaction that is reported again after the decision is not said to be looked for', async () => {
  answerReport = () => ({ json: { return: true, id: 'd-1', deposit: rejected } })
  const { findByText, findByRole, user } = await openInvoice(old)
  await user.type(await findByRole('textbox', { name: 'Number of the transaction' }), 'a1b2{Enter}')
  await findByText(
    /^You have reported the transaction a1b2 before, and we have looked for it\. The result is in the list/,
  )
})

test.each([
  ['en', 'Number of the transaction', /^That did not work\. Check your connection/],
  ['ru', 'Номер транзакции', /^Не получилось\. Проверьте соединение/],
] as const)('a report without an answer has a toast (%s)', async (locale, field, toast) => {
  answerReport = () => brokenReply
  const { findByRole, user, toasts } = await openInvoice(old, undefined, locale)
  await user.type(await findByRole('textbox', { name: field }), 'a1b2{Enter}')
  await waitFor(() => expect(toasts).toEqual([expect.stringMatching(toast)]))
})

test('a report that the server refuses is explained, and the number stays', async () => {
  answerReport = () => ({ json: { return: false, error: 'wallets.too_many', message: 'Wait for your first report.' } })
  const { findByRole, user, toasts } = await openInvoice(old)
  const field = await findByRole('textbox', { name: 'Number of the transaction' })
  await user.type(field, 'a1b2{Enter}')
  expect((await findByRole('alert')).textContent).toBe('Wait for your first report.')
  expect((field as HTMLInputElement).value).toBe('a1b2')
  expect(toasts).toEqual([])
})

test('the terms name the bonus of the level, of the promo code, and the turnover for both', async () => {
  const promo = { code: 'SPRING', bonus: 300 }
  const { findByRole } = await openInvoice({ ...view, promo, turnover_required: 24_000 })
  const terms = (await findByRole('region', { name: 'Details' })).textContent
  expect(terms).toContain('Bonus, if paid in time$500.00')
  expect(terms).toContain('Promo code SPRING, if paid in time$300.00')
  expect(terms).toContain('Turnover of your own money before the bonus is released$24,000.00')
})

test('an invoice that is not wanted is cancelled after a question, and not one that something has arrived for', async () => {
  const { findByRole, findByText, queryByRole, bodies, push, user } = await openInvoice(view)
  await user.click(await findByRole('button', { name: 'Cancel the invoice' }))
  await user.click(await findByRole('button', { name: 'Answer Keep the invoice' }))
  expect(bodies.get(cryptoCalls.cancelInvoice) ?? []).toEqual([])
  await user.click(await findByRole('button', { name: 'Cancel the invoice' }))
  await user.click(await findByRole('button', { name: 'Answer Cancel the invoice' }))
  await findByText('You cancelled this invoice')
  expect(bodies.get(cryptoCalls.cancelInvoice)).toEqual([{ guid: view.guid }])
  await push({ state: 'seen', status: 'wt', is_canceled: false })
  expect(queryByRole('button', { name: 'Cancel the invoice' })).toBeNull()
})
