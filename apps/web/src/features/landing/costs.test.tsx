// @vitest-environment jsdom
import { landingCalls } from '@tradefront/contract/landing'
import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { Costs } from './costs.tsx'
import { MoneyWays } from './money-ways.tsx'

test('the calculator follows the stake, how often one is right, and the payout of a market', async () => {
  const { getByRole, getByText } = await renderWithProviders(<Costs payouts={[0.78, 0.82, 0.82]} />, {
    texts: ['landing'],
    locale: 'en',
  })
  const result = () => getByRole('status').textContent
  expect(result()).toBe('After 100 trades−$90.00')
  fireEvent.change(getByRole('slider', { name: 'Right in 100 trades' }), { target: { value: '60' } })
  fireEvent.change(getByRole('slider', { name: 'Stake per trade' }), { target: { value: '20' } })
  expect(result()).toBe('After 100 trades+$184.00')
  fireEvent.click(getByRole('radio', { name: '78%' }))
  expect(result()).toBe('After 100 trades+$136.00')
  expect(getByText('Won, 60 times $15.60').nextSibling?.textContent).toBe('$936.00')
  expect(getByText(/You are in profit from 57 right in 100 on/)).toBeDefined()
})

test('without an answer of the server, the calculator has an example', async () => {
  const { getByRole, getByText } = await renderWithProviders(<Costs payouts={[]} />, {
    texts: ['landing'],
    locale: 'en',
  })
  expect(getByText('Payout, as an example').nextSibling?.textContent).toBe('82%')
  expect(getByRole('status').textContent).toBe('After 100 trades−$90.00')
})

test('ways of money with the same times and fees share a row, and what is not offered is said', async () => {
  const wallet = { hours: 24, feePercent: 1, feeFixed: 0, returnPercent: 3 }
  const ways = [
    { method: 'card', deposit: { minutes: 1 }, withdrawal: { ...wallet, hours: 120, feePercent: 0 } },
    { method: 'bitcoin', deposit: { minutes: 30 }, withdrawal: { ...wallet, hours: 2, feeFixed: 5, feePercent: 0.5 } },
    { method: 'skrill', deposit: { minutes: 1 }, withdrawal: wallet },
    { method: 'neteller', deposit: { minutes: 1 }, withdrawal: wallet },
    { method: 'bank', deposit: { minutes: null }, withdrawal: null },
  ]
  stubCalls([[landingCalls.listMoneyWays, () => ({ json: { return: true, ways } })]])
  const screen = await renderWithProviders(<MoneyWays />, { texts: ['landing'], locale: 'en' })
  await screen.findByRole('table')
  const rows = screen
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => (cell.lastElementChild ?? cell).textContent))
  expect(rows.slice(1)).toEqual([
    ['Card', 'About a minute', 'Up to 5 days', 'None'],
    ['Bitcoin', 'About 30 minutes', 'Up to 2 hours', '0.5% and $5.00'],
    ['Skrill and Neteller', 'About a minute', 'Up to 1 day', '1%'],
    ['Bank transfer', 'Within a working day of its arrival', 'Not offered', '–'],
  ])
  expect(screen.getByText(/for up to 3% of it/)).toBeDefined()
})

test('ways of money that cannot be loaded can be asked for again', async () => {
  let isOnline = false
  const way = { method: 'bank', deposit: { minutes: null }, withdrawal: null }
  stubCalls([
    [
      landingCalls.listMoneyWays,
      () => (isOnline ? { json: { return: true, ways: [way] } } : { status: 500, json: {} }),
    ],
  ])
  const screen = await renderWithProviders(<MoneyWays />, { texts: ['landing'], locale: 'en' })
  await screen.findByText(/could not be loaded/)
  isOnline = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('rowheader', { name: 'Bank transfer' })
})
