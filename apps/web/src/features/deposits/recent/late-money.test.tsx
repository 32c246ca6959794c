// @vitest-environment jsdom
import { depositsCalls } from '@tradefront/contract/deposits'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { useCurrentDialog } from '../../../platform/dialogs.ts'
import { initTexts, loadTexts, translate } from '../../../platform/i18n/i18n.ts'
import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { stubCalls } from '../../../platform/testing/stub-calls.ts'
import { connectToaster } from '../../../platform/toasts.ts'
import { describeLateMoney, LateMoneyChoice } from './late-money.tsx'

const deposit: Deposit = {
  id: 'd-1',
  receiptNumber: 'REF',
  state: 'failed',
  amount: 1000,
  currency: 'EUR',
  bonus: 0,
  fixed: 1,
  bonusAmount: 0,
  wageringRequired: 0,
  card: { brand: 'visa', last4: '4242' },
  invoice: null,
  step: null,
  next: null,
  tried: [],
  redirectedBy: [],
  cascade: [],
  reason: 'cards.declined',
  message: null,
  credited: { cash: 1000, bonus: 0 },
  refund: 'offered',
  balance: null,
  createdAtMs: 1,
  endedAtMs: 2,
}
const byWallet: Deposit = { ...deposit, card: null, wallet: { name: 'skrill', is_claim: false } }

function CurrentDialog() {
  const dialog = useCurrentDialog()
  return dialog === null ? null : (
    <button onClick={() => dialog.respond(true)}>
      {dialog.title} {dialog.body}
    </button>
  )
}

test.each([
  [deposit, 'Send it back to my card', /back to your card\?/],
  [byWallet, 'Send it back', /Send €1,000.00 back to Skrill\? .* Skrill decides/],
])('late money goes back to where it came from, after a question', async (late, label, question) => {
  const bodies = stubCalls([[depositsCalls.requestRefund, () => ({ json: { return: true, deposit: null } })]])
  const { getByRole, findByText } = await renderWithProviders(
    <>
      <LateMoneyChoice deposit={late} />
      <CurrentDialog />
    </>,
    { texts: ['cards', 'deposits'] },
  )
  const user = userEvent.setup()
  await user.click(getByRole('button', { name: label }))
  expect(bodies.get(depositsCalls.requestRefund)).toEqual([])
  await user.click(await findByText(question))
  expect(bodies.get(depositsCalls.requestRefund)).toEqual([{ id: 'd-1' }])
})

test('late money that the trader keeps stays without a question', async () => {
  const bodies = stubCalls([[depositsCalls.keepLateMoney, () => ({ json: { return: true, deposit: null } })]])
  const toasts: string[] = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  const { getByRole } = await renderWithProviders(<LateMoneyChoice deposit={deposit} />, {
    texts: ['cards', 'deposits'],
  })
  await userEvent.setup().click(getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(toasts).toContain('The money stays on your account.'))
  expect(bodies.get(depositsCalls.keepLateMoney)).toEqual([{ id: 'd-1' }])
})

test.each([
  [{}, 'Your bank approved payment REF late.'],
  [{ reason: 'deposits.other_amount' }, 'The bank charged a different amount'],
  [{ ...byWallet }, 'Skrill approved payment REF late.'],
  [{ ...byWallet, reason: 'deposits.other_amount' }, 'Skrill took a different amount'],
])('late money with %j says who was late', async (changes, text) => {
  initTexts('en')
  await loadTexts('common', 'cards', 'deposits')
  expect(describeLateMoney({ ...deposit, ...changes }, translate)).toContain(text)
})
