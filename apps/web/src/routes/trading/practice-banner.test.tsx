// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { profileCalls } from '@tradefront/contract/profile'
import type { UserRecord } from '@tradefront/contract/user-record'
import { act, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { Providers } from '../providers.tsx'
import { defineScreen } from '../screen-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const home = defineScreen({ path: '/home', load: async () => () => <h1>Account</h1>, texts: [], title: 'profile.home' })
const practice: UserRecord = { ...testUser, practice: true, currency: 'USD', amount: 8765.44 }

beforeEach(stubBrowser)

test('a practice account starts over after a question, and the header shows its new balance', async () => {
  location.hash = '#/home'
  let amount = practice.amount
  const reset = () => ((amount = 10_000), { json: { return: true } })
  const bodies = stubCalls([
    [profileCalls.resetPracticeAccount, reset],
    [profileCalls.getUser, () => ({ json: { return: true, user: { ...practice, amount } } })],
  ])
  const user = userEvent.setup()
  const screen = await act(() =>
    renderWithProviders(
      <Providers>
        <RouterProvider router={createTradingRouter([home])} />
      </Providers>,
      { bootstrap: { user: practice }, texts: ['settings', 'profile'] },
    ),
  )
  await screen.findByRole('button', { name: /^Balance \$8,765\.44 USD/ })
  const sent = bodies.get(profileCalls.resetPracticeAccount)
  for (const answer of ['Keep my balance', 'Start over with $10,000']) {
    await user.click(screen.getByRole('button', { name: 'Start over with $10,000' }))
    const question = await screen.findByRole('alertdialog')
    expect(sent).toHaveLength(0)
    await user.click(
      [...question.querySelectorAll('button')].find(({ textContent }) => textContent === answer) ?? question,
    )
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
  }
  await screen.findByRole('button', { name: /^Balance \$10,000\.00 USD/ })
  expect(sent).toHaveLength(1)
})
