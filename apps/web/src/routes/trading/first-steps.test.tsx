// @vitest-environment jsdom
import { offersCalls } from '@tradefront/contract/offers'
import { profileCalls } from '@tradefront/contract/profile'
import { RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { defineScreen } from './define-screen.ts'
import { createTradingRouter } from './trading-router.tsx'
import { FirstSteps } from '../../features/profile/first-steps.tsx'

beforeEach(() => {
  stubBrowser()
})

const newcomer = {
  ...testUser,
  practice: true,
  has_real: false,
  tr_count: 0,
  email_proved: false,
  verification: 'None',
  finCreditTurnover: 0,
}

const home = defineScreen({
  path: '/home',
  load: async () => () => <FirstSteps instead={<p>instead</p>} />,
  texts: ['profile'],
  title: 'profile.trade',
})

async function open(user: Partial<typeof testUser>, shows = false) {
  const calls = stubCalls([
    [profileCalls.recordWelcomeShown, () => ({ json: { return: true, shows } })],
    [offersCalls.dismissNotice, () => ({ json: { return: true } })],
  ])
  location.hash = '#/home'
  const rendered = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter([home])} />, {
      bootstrap: { user: { ...newcomer, ...user } },
      texts: ['profile', 'settings'],
      locale: 'en',
    }),
  )
  await waitFor(() => expect(screen.getByRole('main').textContent).not.toBe(''))
  return {
    ...rendered,
    welcomes: () => calls.get(profileCalls.recordWelcomeShown)?.length,
    closed: () => calls.get(offersCalls.dismissNotice),
  }
}
const listLinks = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')?.replace('/#', '')])

test('a newcomer on practice sees all steps, the first of which is a practice trade on this page', async () => {
  await open({})
  expect(within(screen.getByRole('main')).getByRole('heading').textContent).toBe('First steps 0 of 5')
  expect(within(screen.getByRole('main')).getByRole('list').firstChild?.textContent).toBe('Make a practice trade')
  expect(listLinks()).toEqual([
    ['Confirm your e-mail', '/show/personal'],
    ['Open the real account', '/show/real'],
    ['Verify it', '/show/personal/documents'],
    ['Add funds', '/show/funding'],
  ])
})

test('what is done is marked and leads nowhere', async () => {
  await open({ tr_count: 1, has_real: true })
  expect(within(screen.getByRole('main')).getByRole('heading').textContent).toBe('First steps 2 of 5')
  expect(listLinks().map(([text]) => text)).toEqual(['Confirm your e-mail', 'Verify it', 'Add funds'])
  expect(screen.getByText('Make a practice trade').textContent).toBe('Make a practice tradedone')
})

const verified = { practice: false, has_real: true, email_proved: true, verification: 'Full' }

test('on the real account no practice trade is asked for', async () => {
  await open(verified)
  expect(listLinks().map(([text]) => text)).toEqual(['Add funds'])
})

test('nothing is shown once all is done', async () => {
  await open({ ...verified, finCreditTurnover: 250 })
  expect(await screen.findByText('instead')).toBeTruthy()
})

test('it welcomes while the server says so', async () => {
  const { welcomes } = await open({ try_counter: 1, firstName: 'Mia' }, true)
  await waitFor(() =>
    expect(within(screen.getByRole('main')).getByRole('heading').textContent).toBe('Welcome, Mia 0 of 5'),
  )
  expect(welcomes()).toBe(1)
})

test('after two welcomes nothing is counted, and the server remembers that the list was closed', async () => {
  const { welcomes, closed } = await open({ try_counter: 2 }, true)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Close the first steps for good' })))
  expect(await screen.findByText('instead')).toBeTruthy()
  expect(closed()).toEqual([{ name: 'first_steps' }])
  expect(welcomes()).toBe(0)
})

test('a list that was closed on another device is not shown, and welcomes nobody', async () => {
  const { welcomes } = await open({ closed_notices: { first_steps: 1 } }, true)
  expect(await screen.findByText('instead')).toBeTruthy()
  expect(welcomes()).toBe(0)
})
