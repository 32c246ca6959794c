// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { loginCalls } from '@tradefront/contract/login'
import { settingsCalls } from '@tradefront/contract/settings'
import type { UserRecord } from '@tradefront/contract/user-record'
import {
  withdrawalCalls,
  type WithdrawalMethodView,
  type WithdrawalPreview,
  type WithdrawalView,
} from '@tradefront/contract/withdrawal'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { stubNavigation } from '../../platform/testing/stub-navigation.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const id = '11111111-1111-4111-8111-111111111111'
const now = Date.UTC(2026, 10, 22, 12)
const card: WithdrawalMethodView = {
  method: 'card',
  feePercent: 0,
  feeFixed: 0,
  returnPercent: 3,
  min: 20,
  max: 10_000,
  available: 400.55,
  hours: 120,
  owed: 400.55,
  destination: null,
}
const skrill: WithdrawalMethodView = {
  ...card,
  method: 'skrill',
  feePercent: 1,
  available: 1000,
  hours: 24,
  owed: 200,
  destination: { id, account: 'a•••@example.com', state: 'proved', usableFromMs: now - 1000, triesLeft: 5 },
}
const bank: WithdrawalMethodView = {
  ...card,
  method: 'bank',
  feeFixed: 15,
  min: 100,
  available: 1000,
  hours: 72,
  owed: 0,
}
const preview: WithdrawalPreview = {
  amount: 200,
  fee: 0,
  receives: 200,
  hours: 120,
  case: 'one',
  from_bonus: 0,
  gives_up: 0,
  current_turnover: 0,
  need_turnover: 0,
  untraded: 0,
  parts: [{ method: 'card', amount: 200, to: 'Visa •••• 4242', is_refund: true, most_coins: null }],
}
const withdrawal: WithdrawalView = {
  id,
  number: '111111111111',
  method: 'card',
  currency: 'EUR',
  amount: 200,
  fee: 0,
  state: 'waiting_approval',
  case: 'one',
  reason: null,
  returned: 0,
  created_at: now,
  confirmed_at: now,
  ended_at: null,
  can_cancel: true,
  payouts: [{ method: 'card', amount: 200, to: 'Visa •••• 4242', state: 'waiting', reference: null, sent_as: null }],
}

type Name = keyof typeof withdrawalCalls
let replies: Partial<Record<Name, CallHandler>>
beforeEach(() => {
  stubBrowser()
  replies = {
    listWithdrawalMethods: reply({
      currency: 'EUR',
      cash: 1000,
      freeBonus: 0,
      givesUp: 0,
      caseName: 'one',
      currentTurnover: 0,
      needTurnover: 0,
      debt: 0,
      untraded: 0,
      leftToTrade: 0,
      goesBack: [],
      methods: [card, skrill, bank],
    }),
    listWithdrawals: reply({ withdrawals: [], next: null }),
    getWithdrawal: reply({ withdrawal }),
    recordMethodTabOpened: reply({}),
    giveUpWithdrawal: reply({}),
    previewWithdrawal: reply({ preview }),
    requestWithdrawal: reply({ id, preview, case: 'one' }),
    confirmWithdrawal: reply({ is_bonus: 0, withdrawal }),
  }
})

function reply(fields: object): CallHandler {
  return () => ({ json: { return: true, ...fields } })
}
const refuse =
  (fields: object): CallHandler =>
  () => ({ json: { return: false, ...fields } })
const requestCase = (changes: Partial<WithdrawalPreview>) => reply({ id, preview: { ...preview, ...changes } })

async function openWithdrawal(path = '', changes: Partial<UserRecord> = {}) {
  location.hash = `#/show/withdrawal${path}`
  const bodies = stubCalls([
    ...(Object.keys(replies) as Name[]).map(
      (name) => [withdrawalCalls[name], (body: unknown) => (replies[name] ?? refuse({}))(body)] as const,
    ),
    [loginCalls.logout, () => ({ json: { return: true, csrf: 'c' } })],
    [settingsCalls.getBootstrap, () => brokenReply],
  ])
  const user = userEvent.setup()
  await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter(tradingScreens)} />, {
      bootstrap: { user: { ...testUser, btc_deposit: true, try_counter: 2, ...changes }, now },
      texts: ['profile', 'offers'],
    }),
  )
  const listSent = (name: Name) => bodies.get(withdrawalCalls[name]) ?? []
  const ask = async (amount: string) => {
    const field = await screen.findByLabelText('Amount')
    await user.clear(field)
    await user.type(field, `${amount}{Enter}`)
  }
  return { user, listSent, ask }
}

test('each opened tab is recorded, and shows its terms before the amount', async () => {
  const { user, listSent } = await openWithdrawal()
  await screen.findByText('No fee')
  screen.getByText('€20 to €10,000')
  await user.click(screen.getByRole('radio', { name: 'Bank transfer' }))
  await screen.findByText('€15')
  screen.getByText('Usually within 3 days of the approval')
  screen.getByLabelText('IBAN of your bank account')
  expect(listSent('recordMethodTabOpened')).toEqual([{ method: 'card' }, { method: 'bank' }])
})

test('money that goes back untraded has its fee beside that of the method', async () => {
  const methods = { currency: 'EUR', cash: 1000, freeBonus: 0, givesUp: 0, caseName: 'one', debt: 0 }
  const turnover = { currentTurnover: 0, needTurnover: 0, untraded: 400, leftToTrade: 400, goesBack: [] }
  replies.listWithdrawalMethods = reply({ ...methods, ...turnover, methods: [card, { ...skrill, returnPercent: 0 }] })
  const { user } = await openWithdrawal()
  await screen.findByText('No fee; up to 3% of money that goes back untraded')
  await user.click(screen.getByRole('radio', { name: 'Skrill' }))
  await screen.findByText('1%')
})

test('an amount is sent only above 0 and within the terms', async () => {
  const { ask, listSent, user } = await openWithdrawal()
  await ask('0')
  await screen.findByText('Enter an amount above 0, with two decimals at most.')
  await ask('10')
  await screen.findByText('The smallest withdrawal by this method is €20.00.')
  await ask('400.56')
  await screen.findByText('You can withdraw up to €400.55.')
  expect(listSent('requestWithdrawal')).toEqual([])
  await user.click(screen.getByRole('button', { name: '50%' }))
  await screen.findByText('You receive €200.00, usually within 5 days of the approval.')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('dialog', { name: 'Confirm your withdrawal' })
  expect(listSent('requestWithdrawal')).toEqual([{ amount: 200.27, method: 'card' }])
  // A slow machine also asks about an amount that is only half typed.
  expect(listSent('previewWithdrawal').at(-1)).toEqual({ amount: 200.27, method: 'card', isBonus: true })
})

test.each([
  [refuse({ error: 'withdrawal.no_money', message: 'Not so much.' }), 'Not so much.'],
  [() => brokenReply, /^The server could not answer/],
] as const)('a failure shows the error of the server, or that it could not answer', async (handler, text) => {
  replies.requestWithdrawal = handler
  const { ask } = await openWithdrawal()
  await ask('200')
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
})

test('a reply that needs a log-in logs out', async () => {
  replies.requestWithdrawal = refuse({ error: 'errors.session', message: 'Log in', need_auth: true })
  const visited = stubNavigation()
  const { ask } = await openWithdrawal()
  await ask('200')
  await waitFor(() => expect(visited).toEqual([expect.stringContaining('/en/login?expired')]))
})

test('the dialog says what a bonus that is not done costs, and a request that is left is given up', async () => {
  replies.requestWithdrawal = requestCase({ case: 'three', gives_up: 50, current_turnover: 200, need_turnover: 1000 })
  const { ask, listSent, user } = await openWithdrawal()
  await ask('200')
  const dialog = within(await screen.findByRole('dialog', { name: 'This gives up your bonus' }))
  dialog.getByText(/gives up your bonus and all that it has won: €50\.00/)
  expect(dialog.getByRole('progressbar').getAttribute('aria-valuetext')).toContain('€200')
  dialog.getByRole('button', { name: 'Give up the bonus, withdraw €200.00' })
  await user.click(dialog.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(listSent('giveUpWithdrawal')).toEqual([{ method: 'card', id }])
  expect(listSent('confirmWithdrawal')).toEqual([])
})

test('what finished bonuses have released goes out with the cash, or stays', async () => {
  replies.requestWithdrawal = requestCase({ case: 'two', from_bonus: 50, current_turnover: 10, need_turnover: 10 })
  const { ask, listSent, user } = await openWithdrawal()
  await ask('200')
  const dialog = within(await screen.findByRole('dialog', { name: 'Your bonus is yours' }))
  dialog.getByText('€50.00 of it was released by bonuses. Their turnover is done, so it is yours.')
  replies.requestWithdrawal = requestCase({ case: 'two', amount: 150, receives: 150 })
  await user.click(dialog.getByRole('button', { name: 'Withdraw only my cash, €150.00' }))
  await dialog.findByText(/^The amount is taken from your own money\./)
  expect(listSent('requestWithdrawal').at(-1)).toEqual({ amount: 150, method: 'card' })
  await user.type(dialog.getByLabelText('Your password'), 'secret{Enter}')
  await waitFor(() => expect(listSent('confirmWithdrawal')).toEqual([{ id, password: 'secret', is_bonus: 0 }]))
})

test('a trader who is not verified is told that the documents come first', async () => {
  replies.requestWithdrawal = requestCase({ case: 'four' })
  const { ask } = await openWithdrawal()
  await ask('200')
  const dialog = within(await screen.findByRole('dialog', { name: 'Your documents come first' }))
  expect(dialog.getByRole('link', { name: 'Send documents' }).getAttribute('href')).toContain('/show/documents')
})

test('a confirmation whose reply is lost is repeated for the same withdrawal', async () => {
  replies.confirmWithdrawal = () => {
    throw new Error('no answer')
  }
  const { ask, listSent, user } = await openWithdrawal()
  await ask('200')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your withdrawal' }))
  dialog.getByText('Visa •••• 4242')
  await user.click(dialog.getByRole('button', { name: 'Withdraw €200.00' }))
  await dialog.findByText('Enter your password to confirm.')
  await user.type(dialog.getByLabelText('Your password'), 'secret{Enter}')
  await dialog.findByText(/^We got no answer/)
  replies.confirmWithdrawal = reply({ is_bonus: 0, withdrawal })
  await user.click(dialog.getByRole('button', { name: 'Withdraw €200.00' }))
  const details = within(await screen.findByRole('dialog', { name: 'Withdrawal' }))
  await details.findByText('We check it before we send the money. Your money is on hold.')
  expect(listSent('confirmWithdrawal')).toEqual(Array(2).fill({ id, password: 'secret', is_bonus: 0 }))
})

test('what goes back another way than the chosen one is said before the dialog', async () => {
  const { user } = await openWithdrawal()
  await user.click(await screen.findByRole('radio', { name: 'Skrill' }))
  await user.click(screen.getByRole('button', { name: '50%' }))
  const otherWay = await screen.findByText('€200.00 goes back the way it came, not by Skrill.')
  expect(otherWay.nextElementSibling?.textContent).toBe('Visa •••• 4242€200.00')
  expect(otherWay.compareDocumentPosition(screen.getByRole('button', { name: 'Continue' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  await user.click(screen.getByRole('radio', { name: 'Card' }))
  await user.click(screen.getByRole('button', { name: '50%' }))
  await screen.findByText('You receive €200.00, usually within 5 days of the approval.')
  expect(screen.queryByText(/goes back the way it came, not by/)).toBe(null)
})

test('the chosen method stays while the new withdrawal is open, and after it is closed', async () => {
  const { ask, user } = await openWithdrawal()
  await user.click(await screen.findByRole('radio', { name: 'Skrill' }))
  await ask('200')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your withdrawal' }))
  await user.type(dialog.getByLabelText('Your password'), 'secret{Enter}')
  const details = within(await screen.findByRole('dialog', { name: 'Withdrawal' }))
  const isChosen = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Skrill', hidden: true }).checked
  expect(isChosen()).toBe(true)
  await user.click(details.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(isChosen()).toBe(true)
})

test('what has changed in between is shown before it can be confirmed', async () => {
  replies.confirmWithdrawal = refuse({ error: 'withdrawal.changed', message: 'Please check it again.' })
  const { ask, listSent, user } = await openWithdrawal()
  await ask('200')
  await user.type(await screen.findByLabelText('Your password'), 'secret')
  replies.requestWithdrawal = requestCase({ fee: 5, receives: 195 })
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your withdrawal' }))
  await dialog.findByText('Please check it again.')
  dialog.getByText('€195.00')
  expect(listSent('requestWithdrawal')).toHaveLength(2)
})

test.each([
  [{ state: 'waiting_documents' }, 'Needs documents', 'It waits until your documents are approved.'],
  [
    { state: 'paying', payouts: [{ ...withdrawal.payouts[0], state: 'in_doubt' }] },
    'Being sent',
    'never send it twice',
  ],
  [{ state: 'paid_part', returned: 50 }, 'Sent in part', '€50.00 came back to your account.'],
  [
    { state: 'paid_part', returned: 50, reason: 'A payment was taken back.' },
    'Sent in part',
    'The rest was not: A payment was taken back.',
  ],
  [{ state: 'rejected', reason: 'Please send a statement.' }, 'Declined', 'Please send a statement.'],
] as const)('the list says what each one waits for or how it ended: %j', async (changes, state, progress) => {
  replies.listWithdrawals = reply({ withdrawals: [{ ...withdrawal, ...changes }], next: null })
  await openWithdrawal()
  const row = within(await screen.findByRole('link', { name: /^Card/ }))
  row.getByText(state)
  row.getByText(progress, { exact: false })
})

test('a method that can send nothing says why, and those that are owed money ask for an account', async () => {
  const paypal = { ...skrill, method: 'paypal', destination: null } as const
  replies.listWithdrawalMethods = reply({
    currency: 'EUR',
    cash: 90,
    freeBonus: 0,
    givesUp: 0,
    caseName: 'one',
    currentTurnover: 0,
    needTurnover: 0,
    debt: 0,
    untraded: 0,
    leftToTrade: 0,
    goesBack: [],
    methods: [{ ...bank, available: 90 }, paypal],
  })
  const { user } = await openWithdrawal()
  await screen.findByText('€90.00 is less than the smallest withdrawal, €100.00.')
  await user.click(screen.getByRole('button', { name: 'Set up PayPal' }))
  await screen.findByLabelText('E-mail of your PayPal account')
})

test('practice says why nothing can be withdrawn, and leads to the real account', async () => {
  const { listSent } = await openWithdrawal('', { practice: true })
  await screen.findByText(/^You are on practice/)
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('button', { name: 'Switch to real' })).toBeTruthy()
  expect(listSent('listWithdrawalMethods')).toEqual([])
})
