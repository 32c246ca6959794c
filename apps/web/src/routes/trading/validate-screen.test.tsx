// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { cardsCalls } from '@tradefront/contract/cards'
import { profileCalls } from '@tradefront/contract/profile'
import type { UserRecord } from '@tradefront/contract/user-record'
import { validationCalls } from '@tradefront/contract/validation'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { defineScreen } from './define-screen.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const { tryStatementCode, getStatementCharge } = validationCalls
const needed = { tr_validate: 'yes', tr_success: 'no', tr_attemps: 5, btc_deposit: true } as const
const charge = {
  name: 'TRADEFRONT',
  amount: 1000,
  currency: 'EUR',
  card: { brand: 'visa', last4: '4242' },
  at: Date.UTC(2026, 10, 20, 12),
}

const emptyOverview = {
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

beforeEach(stubBrowser)

async function openAt(
  hash: string,
  {
    user = needed,
    attempt = () => ({ json: { return: true, attemps: 5 } }),
    load = () => ({ json: { return: true, charge } }),
    locale = 'en',
  }: { user?: Partial<UserRecord>; attempt?: CallHandler; load?: CallHandler; locale?: 'en' | 'ru' } = {},
) {
  location.hash = hash
  /** Record of the user on the server. */
  const record = { current: { ...testUser, ...user } }
  const bodies = stubCalls([
    [tryStatementCode, attempt],
    [getStatementCharge, load],
    [cardsCalls.getCurrentDeposit, () => ({ json: emptyOverview })],
    [profileCalls.getUser, () => ({ json: { return: true, user: record.current } })],
  ])
  // The home screen itself would need a market.
  const screens = tradingScreens.map((screen) =>
    screen.path === '/home' ? defineScreen({ ...screen, load: async () => () => <h1>Home</h1>, texts: [] }) : screen,
  )
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter(screens)} />, {
      bootstrap: { user: record.current },
      texts: ['settings', 'profile', 'validation', 'cards', 'deposits'],
      locale,
    }),
  )
  const enter = async (code: string): Promise<void> => {
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: code } })
    await act(async () => fireEvent.submit(screen.getByRole('textbox')))
  }
  return { ...screen, enter, record, sentCodes: bodies.get(tryStatementCode) ?? [] }
}

test.each(['#/home', '#/show/funding', '#/show/funding/promo'])(
  '%s leads to the code while it is needed',
  async (hash) => {
    const { findByRole } = await openAt(hash)
    await findByRole('heading', { level: 1, name: 'Confirm your card' })
    expect(location.hash).toBe('#/sw/validate')
  },
)

test('a link that returns from a payment shows no other way to pay while the code is needed', async () => {
  const { findByRole, findByText, queryByRole } = await openAt('#/listen/funding/pfs/1/2')
  await findByRole('heading', { level: 1, name: 'Add funds' })
  await findByText('Confirm your card')
  expect((await findByRole('link', { name: 'Enter the code' })).getAttribute('href')).toMatch(/#\/sw\/validate$/)
  expect(queryByRole('button', { name: /^Pay/ })).toBe(null)
  expect(queryByRole('textbox', { name: 'Card number' })).toBe(null)
})

test.each<[string, Partial<UserRecord>]>([
  ['no code is needed', { tr_validate: 'no' }],
  ['the card is confirmed', { tr_validate: 'yes', tr_success: 'yes' }],
])('the home screen opens if %s', async (_name, user) => {
  const { findByRole } = await openAt('#/home', { user: { ...needed, ...user } })
  await findByRole('heading', { level: 1, name: 'Home' })
})

test('shows the line of the statement, and goes home with the right code', async () => {
  const { enter, findByRole, getByText, sentCodes } = await openAt('#/sw/validate')
  await findByRole('img', { name: /^TRADEFRONT, then six digits\. €1,000\.00, .*2026\.$/ })
  expect(getByText('Card ending in 4242')).toBeTruthy()
  expect(getByText('5 attempts left')).toBeTruthy()
  await enter(' 482913 ')
  await findByRole('heading', { level: 1, name: 'Home' })
  expect(location.hash).toBe('#/home')
  expect(sentCodes).toEqual([{ value: '482913' }])
})

test('a wrong code shows the message with the attempts that are left', async () => {
  const message = 'This is not the code. You have 1 attempt left: check the line on your statement.'
  const { enter, findByText, getByRole, record } = await openAt('#/sw/validate', {
    attempt: () => ({ json: { return: false, error: 'validation.wrong_code', message, attemps: 1 } }),
  })
  record.current = { ...record.current, tr_attemps: 1 }
  await enter('000000')
  await findByText(message)
  await findByText('1 attempt left')
  expect(getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(getByRole('textbox')))
})

test('nothing is sent without a code', async () => {
  const { enter, findByText, getByRole, sentCodes } = await openAt('#/sw/validate')
  await enter(' ')
  await findByText('Enter the six digits of the line.')
  expect(document.activeElement).toBe(getByRole('textbox'))
  expect(sentCodes).toEqual([])
})

test.each<['en' | 'ru', string]>([
  ['en', 'No answer has arrived. Your code may have been checked: look at the attempts left, and try again.'],
  ['ru', 'Ответ не пришёл. Возможно, код уже проверен: посмотрите, сколько попыток осталось, и попробуйте ещё раз.'],
])('a failed request says what may have happened (%s)', async (locale, text) => {
  const { enter, findByRole } = await openAt('#/sw/validate', { locale, attempt: () => brokenReply })
  await enter('482913')
  expect((await findByRole('alert')).textContent).toBe(text)
})

test('the last attempt leads to what support can do', async () => {
  const { enter, findByRole, getByRole, queryByRole, record } = await openAt('#/sw/validate', {
    attempt: () => ({ json: { return: false, error: 'validation.no_attempts', message: 'No more', attemps: 0 } }),
  })
  record.current = { ...record.current, tr_attemps: 0 }
  await enter('000000')
  const title = await findByRole('heading', { name: 'All five attempts are used' })
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect(getByRole('link', { name: 'Write to support' }).getAttribute('href')).toMatch(/#\/show\/support$/)
  expect(queryByRole('textbox')).toBe(null)
})

test('a confirmation whose reply was lost is found', async () => {
  const { enter, findByText, record } = await openAt('#/sw/validate', { attempt: () => brokenReply })
  record.current = { ...record.current, tr_validate: 'no', tr_success: 'yes' }
  await enter('482913')
  await findByText('Your card is confirmed.')
})

test('the code can be entered without the picture of the line', async () => {
  const { findByText, getByRole } = await openAt('#/sw/validate', { load: () => brokenReply })
  await findByText('The payment could not be loaded.')
  await findByText(/^You can enter the code all the same\./)
  expect(getByRole('textbox')).toBeTruthy()
})
