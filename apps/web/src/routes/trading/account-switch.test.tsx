// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { authCalls } from '@tradefront/contract/auth'
import { profileCalls } from '@tradefront/contract/profile'
import type { UserRecord } from '@tradefront/contract/user-record'
import { act, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { eventBus } from '../../platform/realtime/event-bus.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { type CallStub, stubCalls } from '../../platform/testing/stub-calls.ts'
import { stubLiveSocket } from '../../platform/testing/stub-live-socket.ts'
import { stubNavigation } from '../../platform/testing/stub-navigation.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { Providers } from '../providers.tsx'
import { defineScreen } from './define-screen.ts'
import { createTradingRouter } from './trading-router.tsx'

const home = defineScreen({ path: '/home', load: async () => () => <h1>Account</h1>, texts: [], title: 'profile.home' })
const form = defineScreen({
  path: '/show/real',
  load: async () => () => <h1>Form</h1>,
  texts: [],
  title: 'profile.home',
})
const practice: UserRecord = {
  ...testUser,
  practice: true,
  currency: 'USD',
  amount: 8765.44,
  practice_amount: 8765.44,
  real_amount: 120,
}
const real: UserRecord = { ...practice, practice: false, amount: 120 }

beforeEach(stubBrowser)

async function openHeader(user: UserRecord, stubs: readonly CallStub[] = []) {
  location.hash = '#/home'
  const bodies = stubCalls(stubs)
  const screen = await act(() =>
    renderWithProviders(
      <Providers>
        <RouterProvider router={createTradingRouter([home, form])} />
      </Providers>,
      { bootstrap: { user }, texts: ['settings', 'profile'] },
    ),
  )
  const accounts = within(await screen.findByRole('group', { name: 'Your accounts' }))
  return { ...screen, bodies, accounts, user: userEvent.setup() }
}

test('the practice balance is set back after a question, and the header shows it', async () => {
  let amount = practice.amount
  const reset = () => ((amount = 10_000), { json: { return: true } })
  const { accounts, bodies, user, ...screen } = await openHeader(practice, [
    [profileCalls.resetPracticeAccount, reset],
    [profileCalls.getUser, () => ({ json: { return: true, user: { ...practice, amount } } })],
  ])
  const sent = bodies.get(profileCalls.resetPracticeAccount)
  for (const answer of ['Keep my balance', 'Set back to $10,000']) {
    await user.click(accounts.getByRole('button', { name: /^Practice \$8,765\.44 USD/ }))
    await user.click(await screen.findByRole('button', { name: 'Set back to $10,000' }))
    const question = await screen.findByRole('alertdialog')
    expect(sent).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
  }
  await accounts.findByRole('button', { name: /^Practice \$10,000\.00 USD/ })
  expect(sent).toHaveLength(1)
})

// This comes before the switches, after which a page is loaded again.
test('a switch in another tab leaves the page as it is, with a button that loads it again', async () => {
  const visited = stubNavigation()
  const { accounts, user, findByRole, queryByRole } = await openHeader(practice)
  const live = await stubLiveSocket()
  const applied: number[] = []
  onTestFinished(eventBus.on('user', ({ user: { balance } }) => void applied.push(balance)))
  await live.push({ type: 'user', user: { ...practice, amount: 5000 } })
  expect(queryByRole('button', { name: 'Reload this page' })).toBe(null)
  await live.push({ type: 'user', user: real })
  expect((await findByRole('alert')).textContent).toMatch(/^You switched to real in another tab/)
  expect(applied).toEqual([5000])
  expect(accounts.getByRole('button', { name: /^Practice/ })).toBeTruthy()
  await user.click(await findByRole('button', { name: 'Reload this page' }))
  expect(visited).toEqual(['reload'])
})

test.each([
  ['practice', practice, 'Switch to real, $120.00', 'real'],
  ['real', real, 'Switch to practice, $8,765.44', 'practice'],
])(
  'the header of %s has both balances, and one press switches and loads the page again',
  async (_name, shown, name, account) => {
    const visited = stubNavigation()
    const { accounts, bodies, user } = await openHeader(shown, [
      [authCalls.switchAccount, () => ({ json: { return: true } })],
    ])
    await user.click(accounts.getByRole('button', { name }))
    await waitFor(() => expect(visited).toEqual(['reload']))
    expect(bodies.get(authCalls.switchAccount)).toEqual([{ account }])
  },
)

test('without a real account, the switch leads to the form that opens it', async () => {
  const { accounts, user, findByRole } = await openHeader({ ...practice, has_real: false, firstName: '', lastName: '' })
  await user.click(accounts.getByRole('button', { name: 'Real, open an account' }))
  await findByRole('heading', { name: 'Form' })
  expect(location.hash).toBe('#/show/real')
})
