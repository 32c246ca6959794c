// @vitest-environment jsdom
import { cardsCalls } from '@tradefront/contract/cards'
import type { DepositView } from '@tradefront/contract/deposits'
import { act } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { queryClient } from '../../../platform/api/query-client.ts'
import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { stubCalls } from '../../../platform/testing/stub-calls.ts'
import { overviewQuery } from '../api.ts'
import { EndedPaymentNotices } from './ended-payments.tsx'

const view: DepositView = {
  id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  receipt_number: '00CF4FC964FF',
  state: 'processing',
  amount: 1000,
  currency: 'USD',
  bonus: 0,
  fixed: 1,
  bonus_amount: 0,
  turnover_required: 0,
  card: { brand: 'visa', last4: '4242' },
  invoice: null,
  cascade: [],
  step: null,
  next: null,
  tried: [],
  redirected_by: [],
  reason: null,
  message: null,
  credited: null,
  refund: null,
  balance: null,
  created_at: 0,
  ended_at: null,
}
const succeeded = { ...view, state: 'succeeded', credited: { cash: 1000, bonus: 0 }, ended_at: 1 } as const

beforeEach(() => localStorage.clear())

async function visit(deposit: DepositView, currentId: string | null = null): Promise<string> {
  queryClient.clear()
  const isOpen = deposit.state === 'processing'
  stubCalls([
    [
      cardsCalls.getCurrentDeposit,
      () => ({
        json: {
          return: true,
          deposit: isOpen ? deposit : null,
          recent: [deposit],
          card: null,
          savedCards: [],
          depositsLeftToday: 3,
          isCardLimited: false,
          cardLimitedUntilMs: null,
          isLimitAccepted: false,
        },
      }),
    ],
  ])
  const screen = await act(() =>
    renderWithProviders(<EndedPaymentNotices currentId={currentId} />, { texts: ['cards', 'deposits', 'crypto'] }),
  )
  await act(() => vi.waitFor(() => expect(queryClient.getQueryData(overviewQuery.queryKey)).toBeDefined()))
  const text = screen.container.textContent
  screen.unmount()
  return text
}

test.each([
  ['succeeded', succeeded, /Completed: \$1,000\.00.*Reference: 00CF4FC964FF/],
  [
    'failed',
    { ...view, state: 'failed', reason: 'deposits.not_continued' } as const,
    /Payment not continued: \$1,000\.00.*nothing was charged/,
  ],
])('a payment that %s while the trader was away is shown once at the next visit', async (_end, ended, text) => {
  expect(await visit(view)).toBe('')
  expect(await visit(ended)).toMatch(text)
  expect(await visit(ended)).toBe('')
})

const coins = { ...view, card: null, invoice: { coin: 'BTC', guid: 'g-1' } } as const

test('an invoice that was paid in part while the trader was away says that the part is credited', async () => {
  expect(await visit(coins)).toBe('')
  const text = await visit({ ...coins, state: 'failed', reason: 'crypto.underpaid' })
  expect(text).toMatch(/^Only a part of the invoice was paid in time.*What arrived is credited to your account/)
  expect(text).not.toContain('nothing was charged')
})

const claim = { ...view, card: null, wallet: { name: 'bank', is_claim: true } } as const

test('a report that was rejected while the trader was away says why and what to do', async () => {
  await visit({ ...claim, state: 'review' })
  const reason = 'The transfer was made to another account.'
  const text = await visit({ ...claim, state: 'failed', reason: 'wallets.claim_rejected', message: reason })
  expect(text).toMatch(
    /^We could not find this payment: \$1,000\.00.*another account\. Nothing was added to your account/,
  )
  expect(text).toContain('contact support with your receipt')
  expect(text).not.toContain('nothing was charged')
})

test('a report of which less has arrived says how much and that there is no bonus', async () => {
  await visit({ ...claim, state: 'review' })
  const credited = { cash: 400, bonus: 0 }
  const text = await visit({ ...claim, state: 'failed', reason: 'wallets.claim_part', message: 'text', credited })
  expect(text).toMatch(/^Less than you reported has arrived: \$400\.00 of \$1,000\.00/)
  expect(text).toContain('It is on your account, without a bonus.')
})

test('the end of an invoice that is open is not announced', async () => {
  onTestFinished(() => {
    location.hash = ''
  })
  await visit(coins)
  location.hash = '#/show/funding/invoice/btc/g-1'
  expect(await visit({ ...coins, state: 'succeeded', credited: { cash: 1000, bonus: 0 } })).toBe('')
})

test('a payment that this browser never saw unfinished, or that the screen shows, is not announced', async () => {
  expect(await visit(succeeded)).toBe('')
  await visit(view)
  expect(await visit(succeeded, view.id)).toBe('')
  expect(await visit(succeeded)).toBe('')
})
