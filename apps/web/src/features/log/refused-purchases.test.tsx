// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { tradingCalls } from '@tradefront/contract/trading'
import { beforeEach, expect, test } from 'vitest'

import { queryClient } from '../../platform/api/query-client.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { RefusedPurchases } from './refused-purchases.tsx'

beforeEach(() => queryClient.clear())

const show = async (refusals: readonly object[]) => {
  stubCalls([[tradingCalls.listRefusals, () => ({ json: { return: true, days: 30, refusals } })]])
  await renderWithProviders(<RefusedPurchases />, { texts: ['log'] })
}

test('refusals are listed by reason, with how they would have ended', async () => {
  const counts = { tie: 1, unknown: 0 }
  await show([
    { code: 'trading.refused_frozen', count: 1200, won: 601, lost: 598, ...counts },
    { code: 'trading.symbol_limit', count: 3, won: 1, lost: 1, ...counts },
  ])
  const [, first, second] = await screen.findAllByRole('row')
  const readCells = (row: HTMLElement | undefined) =>
    row &&
    [...within(row).getAllByRole('rowheader'), ...within(row).getAllByRole('cell')].map((cell) => cell.textContent)
  expect(readCells(first)).toEqual(['The price did not come in time', '1,200', '601', '598'])
  expect(readCells(second)).toEqual(['trading.symbol_limit', '3', '1', '1'])
})

test('no refusal is said in a sentence', async () => {
  await show([])
  expect(await screen.findByText('In the last 30 days, no purchase was refused.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
