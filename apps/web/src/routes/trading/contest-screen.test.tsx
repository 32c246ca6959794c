// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import type { Trade } from '@tradefront/contract/trading'
import { tournamentsCalls } from '@tradefront/contract/tournaments'
import { act, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { eventBus } from '../../platform/realtime/event-bus.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

/** This is a Saturday. */
const now = Date.UTC(2026, 10, 21, 12)
const hourMs = 3_600_000
const weekend = {
  id: 7,
  type: 'weekend',
  date_start: now - 15 * hourMs,
  date_end: now + 33 * hourMs,
  state: 'running',
  cancel_words: null,
}
const weekly = {
  id: 8,
  type: 'weekly',
  date_start: now + 36 * hourMs,
  date_end: now + 153 * hourMs,
  state: 'upcoming',
  cancel_words: null,
}
const ended = {
  id: 6,
  type: 'weekly',
  date_start: now - 132 * hourMs,
  date_end: now - 15 * hourMs,
  state: 'finished',
  cancel_words: null,
}
const row = (rank: number, name: string, score: number, reward: string | null, mine = false) => ({
  rank,
  name,
  score,
  reward,
  mine,
  country: 'PL',
  prize: reward === null ? null : { kind: 'cash', amount: Number(reward), item: null },
})
const rows = [row(1, 'Anna K.', 910.21, '5000'), row(2, 'Zoë D.', 80, '3000'), row(47, 'Olivia B.', -12.3, null, true)]
const board = {
  return: true,
  list: [weekend, weekly],
  data: rows,
  participants: 1204,
  name: 'Olivia B.',
  now,
  prizes: [
    { kind: 'cash', amount: 5000, item: null },
    { kind: 'cash', amount: 3000, item: null },
  ],
  fund: { present: 8000, full: 13_750 },
  own: {
    prize_place: null,
    profit_missing: 92.31,
    behind_own_account: false,
    stakes_missing: 0,
    prize_max: 72,
    verified: false,
  },
  terms: { stakes_min: 100, verify_days: 14, prize_max_percent: 80 },
}
const prize = {
  tournamentId: 6,
  type: 'weekly',
  endedAtMs: ended.date_end,
  rank: 6,
  score: 400,
  prize: { kind: 'bonus', amount: 1000 },
  paid: { amount: 60_000, currency: 'RUB', turnoverRequired: 1_800_000 },
  wonAtMs: now,
  sentAtMs: null,
  state: 'paid',
  verifyUntilMs: now,
}
const item = {
  tournamentId: 5,
  type: 'weekly',
  endedAtMs: now - 9 * 24 * hourMs,
  rank: 5,
  score: 500,
  prize: { kind: 'item', amount: 1500, item: 'iPad' },
  paid: null,
  wonAtMs: now,
  sentAtMs: null,
  state: 'due',
  verifyUntilMs: now,
}

type Replies = Record<keyof typeof tournamentsCalls, unknown>
let replies: Replies
let asked: string[]
beforeEach(() => {
  stubBrowser()
  asked = []
  replies = {
    listCurrentTournaments: board,
    listPreviousTournaments: { ...board, list: [ended, { ...ended, id: 4, date_end: now - 15 * 24 * hourMs }] },
    getLeaderboard: board,
    listPrizes: { return: true, prizes: [] },
    setDisplayName: { return: true, name: 'Night owl' },
  }
})

async function openScreen(hash = '#/show/contest', user: Partial<typeof testUser> = {}, locale: 'en' | 'ru' = 'en') {
  location.hash = hash
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const name = (Object.keys(replies) as (keyof Replies)[]).find((key) => tournamentsCalls[key].path === path)
    if (name === undefined) return Response.json({}, { status: 404 })
    asked.push(`${name} ${typeof init?.body === 'string' ? init.body : ''}`)
    const reply = replies[name]
    return reply === brokenReply ? new Response('', { status: 502 }) : Response.json(reply)
  })
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter(tradingScreens)} />, {
      bootstrap: { user: { ...testUser, btc_deposit: true, try_counter: 2, ...user }, now, language: locale },
      texts: ['profile', 'offers'],
      locale,
    }),
  )
  return { ...screen, user: userEvent.setup() }
}

test('the own place, the time left and the first prize come first, then the places', async () => {
  const { findByText, getByText, getByRole } = await openScreen()
  await findByText('Your place is 47 of 1,204.')
  expect(getByRole('timer').textContent).toMatch(/^1d 0[89]:\d\d:\d\d$/)
  getByText('None: a prize needs a profit')
  getByText('$8,000 of $13,750')
  getByText('$72 with your stakes so far')
  getByText('$92.31 more profit')
  const conditions = within(getByRole('region', { name: 'What a prize takes' })).getAllByRole('listitem')
  expect(conditions.map(({ textContent }) => textContent)).toEqual([
    'A trade on a coin before the end, done',
    '$100 of your own money staked in trades that closed, done',
    'A profit at the end',
    'A verified account within 14 days after the end',
  ])
  const table = within(getByRole('table', { name: 'Places' }))
  const lines = table.getAllByRole('row').map((line) => line.textContent)
  expect(lines[1]).toMatch(/^1Anna K\.\$5,000\+\$910\.21\$5,000$/)
  expect(lines[3]).toMatch(/^47Olivia B\.You−\$12\.30$/)
  expect(document.title).toMatch(/^Tournaments/)
})

test('without scaling the board and the list say that prizes are paid in full', async () => {
  replies.listCurrentTournaments = { ...board, fund: null }
  const { findByText, getByText } = await openScreen()
  await findByText('Paid in full')
  getByText('The list is paid in full, whatever the participants stake.')
})

test('a trader whose other account is ahead reads that a person gets one prize', async () => {
  const own = { ...board.own, profit_missing: null, behind_own_account: true }
  replies.listCurrentTournaments = { ...board, own, data: [rows[0], row(2, 'Olivia B.', 80, null, true)] }
  const { findByText } = await openScreen()
  await findByText('None: one prize per person, and another account of yours is ahead')
})

test('a participant sees which conditions of a prize are met: a profit and a verified account, with stakes still missing', async () => {
  const own = { ...board.own, profit_missing: null, stakes_missing: 28 }
  replies.listCurrentTournaments = { ...board, own, data: [rows[0], row(2, 'Olivia B.', 80, null, true)] }
  const { findByRole } = await openScreen('#/show/contest', { verification: 'Full' })
  const conditions = within(await findByRole('region', { name: 'What a prize takes' })).getAllByRole('listitem')
  expect(conditions.map(({ textContent }) => textContent?.endsWith(', done'))).toEqual([true, false, true, true])
})

test('a search by name keeps the own place', async () => {
  const { findByRole, getByRole, getByText, user } = await openScreen()
  await user.type(await findByRole('textbox', { name: 'Search by name' }), 'zoe')
  const listNames = () =>
    within(getByRole('table'))
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent)
  expect(listNames()).toEqual(['Zoë D.$3,000', 'Olivia B.You'])
  await user.type(getByRole('textbox', { name: 'Search by name' }), 'x')
  expect(listNames()).toEqual(['Olivia B.You'])
  getByText('None of the places shown has this name.')
})

test.each([
  ['en', 'Some errors...', 'Try again'],
  ['ru', 'Произошла ошибка…', 'Повторить'],
] as const)('a failure to load is shown in %s and can be tried again', async (locale, message, again) => {
  replies.listCurrentTournaments = brokenReply
  const { findByRole, findByText, user } = await openScreen('#/show/contest', {}, locale)
  expect((await findByRole('alert')).textContent).toContain(message)
  replies.listCurrentTournaments = board
  await user.click(await findByRole('button', { name: again }))
  await findByText('Anna K.')
})

test('an own trade that has closed loads the places again', async () => {
  const { findByText } = await openScreen()
  await findByText('Your place is 47 of 1,204.')
  replies.listCurrentTournaments = { ...board, data: [row(1, 'Olivia B.', 1000, '5000', true)] }
  const trade: Trade = {
    id: 't',
    account: 'real',
    symbol: 'BTCUSD',
    direction: 'up',
    stake: 10,
    currency: 'USD',
    payout: 0.8,
    openPrice: 1,
    strikePrice: 1,
    openedAtMs: now,
    expiresAtMs: now,
    state: 'won',
    closePrice: 2,
    closedAtMs: now,
    returned: 18,
    refusal: null,
    sale: null,
  }
  act(() => eventBus.emit('trade', { trade }))
  await findByText('Your place is 1 of 1,204.')
})

test('previous tournaments can be chosen, and prizes say what became of them', async () => {
  replies.listPrizes = { return: true, prizes: [prize, item] }
  const { findByRole, findByText, getByText, user } = await openScreen('#/show/contest/last')
  await findByText(/^A bonus of 60,000\s₽ is on your account\. Stake 1,800,000\s₽ of your own money in total/)
  getByText('We will e-mail you to ask where to send it. You don’t need to do anything.')
  getByText('Ended')
  await user.click(await findByRole('button', { name: /Tournament/ }))
  const [, older] = within(await findByRole('listbox')).getAllByRole('option')
  if (older !== undefined) await user.click(older)
  await vi.waitFor(() => expect(asked).toContain('getLeaderboard {"id":4}'))
})

const unverified = { ...prize, state: 'unverified', paid: null }
const proofEn = 'Confirm your e-mail anna@example.com, so that our mails about your prizes reach you.'
test.each([
  ['en', item, proofEn],
  ['ru', unverified, 'Подтвердите почту anna@example.com, чтобы получать наши письма о призах.'],
] as const)('a winner we must write to is asked to confirm the e-mail (%s)', async (locale, won, sentence) => {
  replies.listPrizes = { return: true, prizes: [won] }
  const { findByText } = await openScreen('#/show/contest/last', { email_proved: false }, locale)
  await findByText(sentence)
})

test.each([
  ['with a proved e-mail', item, true, /^We will e-mail you/],
  ['whose prize was paid', prize, false, /is on your account/],
])('a winner %s is not asked for it', async (_name, won, email_proved, text) => {
  replies.listPrizes = { return: true, prizes: [won] }
  const { findByText, queryByText } = await openScreen('#/show/contest/last', { email_proved })
  await findByText(text)
  expect(queryByText(proofEn)).toBeNull()
})

test('the name can be changed, and a wrong one is refused before it is sent', async () => {
  const { findByRole, findByText, queryByRole, user } = await openScreen()
  await user.click(await findByRole('button', { name: 'Change name' }))
  const field = await findByRole('textbox', { name: 'Name in tournaments' })
  await user.clear(field)
  await user.paste('<b>')
  await user.click(await findByRole('button', { name: 'Save name' }))
  await findByText('Use 2 to 24 letters, digits and spaces.')
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.paste('Night owl')
  await user.click(await findByRole('button', { name: 'Save name' }))
  await vi.waitFor(() => expect(asked).toContain('setDisplayName {"name":"Night owl"}'))
  await vi.waitFor(() => expect(queryByRole('dialog')).toBeNull())
})

test('practice does not take part in tournaments, and says so', async () => {
  replies.listCurrentTournaments = { ...board, data: rows.slice(0, 2) }
  const { findByText, queryByRole } = await openScreen('#/show/contest', { practice: true })
  await findByText('Tournaments are for real money. Switch to your real account to take part.')
  expect(queryByRole('button', { name: 'Change name' })).toBeNull()
})

test('an empty leaderboard does not invite a trader on practice to be the first', async () => {
  replies.listCurrentTournaments = { ...board, data: [] }
  const { findByText, getByRole, queryByText } = await openScreen('#/show/contest', { practice: true })
  await findByText('The first place is free')
  expect(queryByText(/^Be the first/)).toBeNull()
  expect(within(getByRole('main')).getByRole('button', { name: 'Switch to real' })).toBeTruthy()
})
