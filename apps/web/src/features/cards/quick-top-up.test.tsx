// @vitest-environment jsdom
import { cardsCalls, type SavedCardRecord } from '@tradefront/contract/cards'
import type { DepositView } from '@tradefront/contract/deposits'
import type { UserRecord } from '@tradefront/contract/user-record'
import { walletsCalls } from '@tradefront/contract/wallets'
import { act, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { connectToaster } from '../../platform/toasts.ts'
import { type CardForTokenizer, cardInMemory } from './payment/card-in-memory.ts'
import { cardPayment } from './payment/card-payment.ts'
import { QuickTopUp } from './quick-top-up.tsx'

const card: SavedCardRecord = {
  id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  brand: 'visa',
  last4: '4242',
  emm: '04',
  eyy: '2031',
  fn: 'ADA',
  ln: 'LOVELACE',
  cu: 'CH',
  state: null,
}
const earlier: DepositView = {
  id: 'd-1',
  receipt_number: 'REF',
  state: 'succeeded',
  amount: 600,
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
  balance: 600,
  credited: { cash: 600, bonus: 0 },
  refund: null,
  created_at: 1,
  ended_at: 2,
}
const overview = {
  return: true,
  deposit: null,
  recent: [earlier],
  card,
  savedCards: [{ ...card, limitedUntilMs: null }],
  depositsLeftToday: 2,
  isCardLimited: false,
  cardLimitedUntilMs: null,
  isLimitAccepted: false,
}
const trader: UserRecord = { ...testUser, finCreditTurnover: 600, fillCard: 1 }

afterEach(() => cardPayment.dismiss())

async function renderTopUp(
  handle: CallHandler,
  { user = trader, current = overview }: { readonly user?: UserRecord; readonly current?: object } = {},
) {
  const events: string[] = []
  connectToaster({ show: () => undefined, dismiss: () => undefined })
  const bodies = stubCalls([
    [walletsCalls.topUpSavedCard, handle],
    [cardsCalls.getCurrentDeposit, () => ({ json: current })],
    [cardsCalls.traceCascade, () => ({ json: { return: true } })],
  ])
  const screen = await act(() =>
    renderWithProviders(<QuickTopUp onStarted={() => events.push('started')} />, {
      texts: ['cards', 'deposits'],
      bootstrap: { user },
    }),
  )
  return { ...screen, user: userEvent.setup(), events, sent: bodies.get(walletsCalls.topUpSavedCard) ?? [] }
}

test('amount and card are named before the card is charged, once for two clicks', async () => {
  let inMemory: CardForTokenizer | null = null
  let reply = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    reply = resolve
  })
  const { user, findByRole, findByText, getByLabelText, events, sent } = await renderTopUp(async () => {
    inMemory = cardInMemory.get()
    await answered
    return { json: { return: true, deposit: { ...earlier, id: 'd-2' } } }
  })
  await user.click(await findByRole('button', { name: 'Quick top-up' }))
  const pay = await findByRole('button', { name: 'Charge €600 to Visa •••• 4242' })
  await user.click(pay)
  // The form asks for the code, because ZOOM and ENTROPAY need it.
  expect(await findByText('Please fill this in.')).toBeDefined()
  await user.type(getByLabelText('Security code'), '123')
  await user.click(pay)
  await user.click(pay)
  await user.keyboard('{Enter}')
  reply()
  await waitFor(() => expect(events).toEqual(['started']))
  expect(sent).toEqual([{ amount: 600, fixed: 1, bonus: 0, card: card.id }])
  expect(inMemory).toMatchObject({ number: '', code: '123', month: '04', year: '2031' })
})

test('a refusal is shown in the dialog, and nothing has started', async () => {
  const { user, findByRole, findByText, getByLabelText, events } = await renderTopUp(() => ({
    json: { return: false, error: 'cards.bad_card', message: 'This card cannot be used here.', deposit: null },
  }))
  await user.click(await findByRole('button', { name: 'Quick top-up' }))
  await user.type(getByLabelText('Security code'), '123')
  await user.click(await findByRole('button', { name: /^Charge/ }))
  expect(await findByText('This card cannot be used here.')).toBeDefined()
  expect(events).toEqual([])
})

test('an amount below the minimum cannot be charged', async () => {
  const { user, findByRole, findByText, sent } = await renderTopUp(() => ({ json: { return: true } }))
  await user.click(await findByRole('button', { name: 'Quick top-up' }))
  const amount = await findByRole('textbox', { name: 'Amount' })
  await user.clear(amount)
  await user.type(amount, '20{Enter}')
  expect(await findByText('The smallest deposit is €250.')).toBeDefined()
  expect(sent).toEqual([])
})

test('an amount that is changed when the field is left is said, and not charged by the same press', async () => {
  const { user, findByRole, findByText, sent } = await renderTopUp(() => ({ json: { return: true } }))
  await user.click(await findByRole('button', { name: 'Quick top-up' }))
  const amount = await findByRole('textbox', { name: 'Amount' })
  await user.clear(amount)
  await user.type(amount, '20')
  await user.click(await findByRole('button', { name: 'Check the amount' }))
  expect(await findByText('Raised to the minimum, €250.')).toBeDefined()
  expect(await findByRole('button', { name: 'Charge €250 to Visa •••• 4242' })).toBeDefined()
  expect(sent).toEqual([])
  await user.clear(amount)
  await user.type(amount, '99999')
  await user.tab()
  expect(await findByText('Lowered to the maximum, €10,000.')).toBeDefined()
})

test.each<[string, { readonly user?: UserRecord; readonly current?: object }]>([
  ['without an earlier deposit', { user: { ...trader, finCreditTurnover: 0 } }],
  ['without a card that can be charged', { user: { ...trader, fillCard: 0 } }],
  ['on a practice account', { user: { ...trader, practice: true } }],
  ['while another payment is open', { current: { ...overview, deposit: { ...earlier, state: 'processing' } } }],
  ['after the day limit', { current: { ...overview, depositsLeftToday: 0 } }],
  ['while the code of the statement is needed', { user: { ...trader, tr_validate: 'yes' } }],
  ['with a paused card', { current: { ...overview, savedCards: [{ ...card, limitedUntilMs: 5 }] } }],
])('is not offered %s', async (_when, options) => {
  const { queryByRole } = await renderTopUp(() => ({ json: { return: true } }), options)
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(queryByRole('button')).toBeNull()
})
