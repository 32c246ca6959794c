// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { act } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../../platform/testing/stub-browser.ts'
import { PaymentEnd } from './payment-end.tsx'

const succeeded: Deposit = {
  id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  receiptNumber: '00CF4FC964FF',
  state: 'succeeded',
  amount: 1000,
  currency: 'USD',
  bonus: 1,
  fixed: 0,
  bonusAmount: 500,
  wageringRequired: 15_000,
  card: null,
  invoice: null,
  step: null,
  next: null,
  tried: [],
  redirectedBy: [],
  cascade: [],
  reason: null,
  message: null,
  refund: null,
  credited: { cash: 1000, bonus: 500 },
  balance: 1750,
  createdAtMs: 0,
  endedAtMs: 1,
}

beforeEach(stubBrowser)

test.each([
  ['en', 'Your balance is now $1,750.00.', '$250.00'],
  ['ru', /^Ваш баланс теперь \$1\s750,00\.$/, '$250,00'],
] as const)('the balance rolls from what it was before the payment (%s)', async (locale, sentence, before) => {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <PaymentEnd deposit={succeeded} failed={null} review={{ title: '', text: '' }} onDismiss={() => {}} />
      ),
    }),
    history: createMemoryHistory(),
  })
  const { findByRole } = await act(() =>
    renderWithProviders(<RouterProvider router={router} />, { texts: ['cards', 'deposits', 'profile'], locale }),
  )
  const status = await findByRole('status')
  expect(status.textContent).toMatch(sentence)
  expect(status.querySelector('[data-before]')?.getAttribute('data-before')).toBe(before)
})
