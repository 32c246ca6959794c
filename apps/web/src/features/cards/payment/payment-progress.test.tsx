// @vitest-environment jsdom
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { act } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { testUser } from '../../../platform/testing/test-bootstrap.ts'
import { idleState } from '../runner/payment-state.ts'
import { PaymentProgress } from './payment-progress.tsx'

const step = { processor: 'ORANGE', transactionId: 't-1', startedAtMs: 1, deadlineAtMs: null } as const
const deposit: Deposit = {
  id: 'd-1',
  receiptNumber: 'R',
  state: 'processing',
  amount: 1000,
  currency: 'USD',
  bonus: 0,
  fixed: 1,
  bonusAmount: 0,
  wageringRequired: 0,
  card: null,
  invoice: null,
  next: null,
  tried: ['ORANGE'],
  redirectedBy: [],
  cascade: ['ORANGE'],
  reason: null,
  message: null,
  credited: null,
  refund: null,
  balance: null,
  createdAtMs: 1,
  endedAtMs: null,
  step: { ...step, state: 'pending', action: null },
}

test.each<[string, number, Deposit]>([
  ['the processor', 30, deposit],
  [
    'the trader, which is cancelled earlier',
    15,
    {
      ...deposit,
      step: { ...step, state: 'requires_action', action: { kind: 'redirect', url: 'https://bank.example' } },
    },
  ],
])('a step that waits for %s says that the payment ends after %i minutes', async (_who, minutes, current) => {
  const { findByText } = await renderWithProviders(
    <PaymentProgress
      state={{ ...idleState, kind: 'running', deposit: current, nextAction: { kind: 'wait' } }}
      currency="USD"
    />,
    { texts: ['cards', 'deposits'], bootstrap: { user: testUser } },
  )
  const ends = new RegExp(`within ${minutes} minutes, the payment ends as “not continued”`)
  expect(await findByText(ends)).toBeDefined()
})

test('between two processors, the progress names none of them', async () => {
  const next = { ...deposit, step: null, tried: ['UNIVERSE'], next: 'ORANGE', cascade: ['UNIVERSE', 'ORANGE'] } as const
  const { container, findAllByText } = await renderWithProviders(
    <PaymentProgress
      state={{ ...idleState, kind: 'running', deposit: next, nextAction: { kind: 'wait' } }}
      currency="USD"
    />,
    { texts: ['cards', 'deposits'], bootstrap: { user: testUser } },
  )
  await findAllByText('Trying another payment company')
  expect(container.textContent).not.toMatch(/universe|orange/i)
})

test.each([
  ['may have charged the card', 'ORANGE', 120_000],
  ['only checks it', 'FRAUD', 15_000],
] as const)('while a step %s (%s), another card is offered after %d ms', async (_what, processor, afterMs) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const waiting: Deposit = {
    ...deposit,
    step: { ...step, processor, state: 'pending', action: null },
    tried: [processor],
  }
  const { queryByRole } = await renderWithProviders(
    <PaymentProgress
      state={{ ...idleState, kind: 'running', deposit: waiting, nextAction: { kind: 'wait' } }}
      currency="USD"
    />,
    { texts: ['cards', 'deposits'], bootstrap: { user: testUser } },
  )
  const findOffer = () => queryByRole('button', { name: 'Use another card' })
  await act(() => vi.advanceTimersByTimeAsync(afterMs - 1))
  expect(findOffer()).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(findOffer()).not.toBeNull()
})
