// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { cryptoCalls, type InvoiceView } from '@tradefront/contract/crypto'
import { type DepositView, depositsCalls } from '@tradefront/contract/deposits'
import { act, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { brokenReply } from '../../platform/testing/stub-calls.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { testInvoiceView } from '../../platform/testing/test-invoice.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const base: DepositView = {
  id: 'd-1',
  receipt_number: 'REF1',
  state: 'succeeded',
  amount: 1000,
  currency: 'EUR',
  bonus: 0,
  fixed: 1,
  bonus_amount: 0,
  turnover_required: 0,
  card: { brand: 'visa', last4: '4242' },
  invoice: null,
  step: null,
  next: null,
  tried: [],
  redirected_by: [],
  cascade: [],
  reason: null,
  message: null,
  balance: 1000,
  credited: { cash: 1000, bonus: 0 },
  refund: null,
  created_at: Date.UTC(2026, 10, 1),
  ended_at: 2,
}
const rows: Record<string, DepositView> = {
  card: base,
  wallet: {
    ...base,
    id: 'd-2',
    receipt_number: 'REF2',
    state: 'processing',
    card: null,
    credited: null,
    ended_at: null,
    wallet: { name: 'skrill', is_claim: false },
    step: {
      processor: 'SKRILL',
      state: 'requires_action',
      action: { kind: 'redirect', url: 'https://skrill' },
      transaction_id: 'a',
      id: 'd-2',
      started_at: 0,
      deadline_at: null,
    },
  },
  claim: {
    ...base,
    id: 'd-3',
    receipt_number: 'REF3',
    state: 'review',
    card: null,
    credited: null,
    ended_at: null,
    wallet: { name: 'bank', is_claim: true },
  },
  coins: {
    ...base,
    id: 'd-4',
    receipt_number: 'REF4',
    state: 'processing',
    card: null,
    credited: null,
    ended_at: null,
    invoice: { coin: 'BTC', guid: 'g-4' },
  },
  late: { ...base, id: 'd-5', receipt_number: 'REF5', state: 'failed', refund: 'offered', reason: 'cards.declined' },
}
const decided: Record<string, DepositView> = {
  part: {
    ...base,
    id: 'd-6',
    receipt_number: 'REF6',
    state: 'failed',
    card: null,
    credited: { cash: 400, bonus: 0 },
    wallet: { name: 'bank', is_claim: true },
    reason: 'wallets.claim_part',
    message: 'in the language of the page',
  },
  rejected: {
    ...base,
    id: 'd-7',
    receipt_number: 'REF7',
    state: 'failed',
    card: null,
    credited: null,
    wallet: { name: 'WebMoney', is_claim: true },
    reason: 'wallets.claim_rejected',
    message: 'Sent to Z999.',
  },
  more: {
    ...base,
    id: 'd-8',
    receipt_number: 'REF8',
    card: null,
    credited: { cash: 1200, bonus: 500 },
    wallet: { name: 'bank', is_claim: true },
  },
  underpaid: {
    ...base,
    id: 'd-9',
    receipt_number: 'REF9',
    state: 'failed',
    card: null,
    credited: { cash: 400, bonus: 0 },
    invoice: { coin: 'BTC', guid: 'g-9' },
    reason: 'crypto.underpaid',
  },
}
const invoice: InvoiceView = { ...testInvoiceView, guid: 'g-4', deposit_id: 'd-4', currency: 'EUR' }

const noop = (): void => undefined
let asked: string[] = []
let reply: (query: URLSearchParams) => { readonly json: unknown } | typeof brokenReply
beforeEach(() => {
  asked = []
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: noop, removeEventListener: noop }))
  vi.stubGlobal('scrollTo', noop)
  Element.prototype.scrollIntoView = noop
})

async function openScreen(hash = '#/show/deposits') {
  location.hash = hash
  vi.stubGlobal('fetch', async (url: string) => {
    const [path, query] = url.split('?')
    if (path === cryptoCalls.listInvoices.path) return Response.json({ return: true, invoices: [invoice] })
    if (path !== depositsCalls.listDeposits.path) return Response.json({}, { status: 404 })
    asked.push(query ?? '')
    const answer = reply(new URLSearchParams(query))
    return 'json' in answer ? Response.json(answer.json) : new Response(answer.html, { status: answer.status })
  })
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter(tradingScreens)} />, {
      bootstrap: {
        // Bitcoin is not suggested to this user.
        user: { ...testUser, regTime: Date.UTC(2025, 0, 5), btc_deposit: true },
        now: Date.UTC(2026, 10, 22),
        sandbox: true,
        settings: { ...testBootstrap.settings, statementName: 'TRADEFRONT' },
      },
      texts: ['settings', 'profile', 'cards', 'deposits', 'crypto', 'wallets'],
    }),
  )
  return { ...screen, user: userEvent.setup() }
}

const page = (deposits: readonly DepositView[], next: string | null = null) => ({
  json: { return: true, deposits, next },
})

test('each deposit says what it waits for, until when, and how to continue', async () => {
  reply = () => page(Object.values(rows))
  const { findByText, getByText } = await openScreen()
  await findByText('REF1', { selector: 'td' })
  const row = (number: string) => within(getByText(number, { selector: 'td' }).closest('tr') as HTMLElement)
  expect(row('REF2').getByText(/^Waits for you at Skrill. Until /)).toBeDefined()
  expect(
    row('REF2')
      .getByRole('link', { name: /Continue|Go on/ })
      .getAttribute('href'),
  ).toMatch(/\/show\/funding$/)
  expect(row('REF3').getByText('We are looking for it')).toBeDefined()
  expect(
    row('REF3')
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Ask support REF3'])
  expect(row('REF3').getByRole('link').getAttribute('href')).toMatch(/\/show\/support\/new\?deposit=/)
  await waitFor(() => expect(row('REF4').getByText(/^Waits for 0.01 BTC. Until /)).toBeDefined())
  expect(
    row('REF4')
      .getByRole('link', { name: /invoice/ })
      .getAttribute('href'),
  ).toMatch(/\/show\/funding\/invoice\/btc\/g-4$/)
  expect(row('REF5').getByRole('button', { name: 'Keep it' })).toBeDefined()
  expect(row('REF1').getByText('Visa •••• 4242')).toBeDefined()
  expect(row('REF1').queryByRole('link', { name: /^Ask support/ }), 'completed').toBeNull()
})

test('decided reports and invoices show what was credited, and why it is less', async () => {
  reply = () => page(Object.values(decided))
  const { findByText, getByText } = await openScreen()
  await findByText('REF6', { selector: 'td' })
  const row = (number: string) => getByText(number, { selector: 'td' }).closest('tr')?.textContent
  expect(row('REF6')).toContain(
    'Partly on your accountLess than you reported has arrived. It is on your account, without a bonus.',
  )
  expect(row('REF6')).toContain('€400.00of €1,000.00')
  expect(row('REF7')).toContain('Did not go throughSent to Z999. Nothing was added to your account.')
  expect(row('REF7')).toContain('contact support with your receipt')
  expect(row('REF8')).toContain('€1,200.00instead of €1,000.00+€500 bonus')
  expect(row('REF9')).toContain('Partly on your accountOnly a part of the invoice was paid in time')
  expect(row('REF9')).toContain('€400.00of €1,000.00')
})

test('each row opens what happened when, and the next step', async () => {
  const started = new Date(2026, 10, 20, 10).getTime()
  const step = { ...(rows['wallet']?.step as NonNullable<DepositView['step']>), started_at: started + 1000 }
  const back = { ...base, id: 'd-7', receipt_number: 'REF7', created_at: started, ended_at: started + 60_000 } as const
  reply = () =>
    page([
      { ...(rows['wallet'] as DepositView), created_at: started, step },
      { ...back, refund: 'taken_back' },
      { ...back, id: 'd-10', receipt_number: 'REF10', state: 'failed', credited: null, message: 'Expired card' },
    ])
  const { user, findByRole, getByRole } = await openScreen()
  const readEvents = async () => {
    const dialog = within(await findByRole('dialog', { name: 'Deposit' }))
    return dialog.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/Nov 20, 2026, /, ' '))
  }
  await user.click(await findByRole('button', { name: /^Skrill\s*REF2/ }))
  expect(await readEvents()).toEqual([
    'You started it 10:00:00',
    'Sent to the payment company 10:00:01',
    expect.stringMatching(/^Waits for you at Skrill\. Until /),
  ])
  within(getByRole('dialog')).getByRole('link', { name: /^Continue/ })
  await user.keyboard('{Escape}')
  await user.click(await findByRole('button', { name: /^Visa •••• 4242\s*REF7/ }))
  expect(await readEvents()).toEqual([
    'You started it 10:00:00',
    'Completed 10:01:00',
    'Sent back to your card by your bank',
  ])
  await user.click(within(getByRole('dialog')).getByRole('button', { name: /^Receipt/ }))
  await findByRole('dialog', { name: 'Receipt' })
  await user.keyboard('{Escape}')
  await user.click(await findByRole('button', { name: /^Visa •••• 4242\s*REF10/ }))
  expect((await readEvents()).at(-1)).toBe('Did not go throughThis card has expired 10:01:00')
})

test('a link to a deposit opens it, also if it is on a further page', async () => {
  reply = (query) =>
    query.get('after') === 'd-1' ? page([{ ...base, id: 'd-9', receipt_number: 'REF9' }]) : page([base], 'd-1')
  const { findByRole } = await openScreen('#/show/deposits/d-9')
  expect((await findByRole('dialog', { name: 'Deposit' })).textContent).toContain('REF9')
  expect(asked).toHaveLength(2)
})

test('the receipt has the name on the card statement', async () => {
  reply = () => page([base])
  const { user, findByRole } = await openScreen()
  await user.click(await findByRole('button', { name: /^Receipt\s*REF1$/ }))
  const dialog = within(await findByRole('dialog', { name: 'Receipt' }))
  const values = dialog.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(values).toContain('TRADEFRONT')
  expect(dialog.getByRole('button', { name: 'Print or save as PDF' })).toBeDefined()
})

test('filters come from the address and go into it', async () => {
  reply = () => page([])
  const { user, findByRole, findByText, getAllByRole } = await openScreen(
    '#/show/deposits?state=failed&period=y2025&method=x',
  )
  expect(await findByText('No deposits match these filters')).toBeDefined()
  expect(Object.fromEntries(new URLSearchParams(asked.at(-1)))).toEqual({
    state: 'failed',
    from: String(new Date(2025, 0, 1).getTime()),
    to: String(new Date(2026, 0, 1).getTime()),
  })
  await user.click(await findByRole('button', { name: /Paid by/ }))
  await user.click(await findByRole('option', { name: 'E-wallet' }))
  await waitFor(() => expect(location.hash).toBe('#/show/deposits?state=failed&method=wallet&period=y2025'))
  expect(new URLSearchParams(asked.at(-1)).get('method')).toBe('wallet')
  await user.click(getAllByRole('button', { name: 'Clear the filters' })[0] as HTMLElement)
  await waitFor(() => expect(location.hash).toBe('#/show/deposits'))
})

test('further pages follow the cursor of the server', async () => {
  reply = (query) =>
    query.get('after') === 'd-1' ? page([{ ...base, id: 'd-9', receipt_number: 'REF9' }]) : page([base], 'd-1')
  const { user, findByRole, findByText, queryByRole } = await openScreen()
  await user.click(await findByRole('button', { name: 'Show more' }))
  expect(await findByText('REF9', { selector: 'td' })).toBeDefined()
  expect(await findByText('2 deposits shown')).toBeDefined()
  expect(queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('an empty list says what to do, and a broken one can be loaded again', async () => {
  reply = () => brokenReply
  const { user, findByText, findByRole } = await openScreen()
  expect(await findByText('Deposits could not be loaded.')).toBeDefined()
  reply = () => page([])
  await user.click(await findByRole('button', { name: 'Try again' }))
  expect(await findByText('No deposits yet')).toBeDefined()
})
