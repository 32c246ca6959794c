// @vitest-environment jsdom
import { landingCalls } from '@tradefront/contract/landing'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { Results } from './results.tsx'

beforeEach(stubBrowser)

async function openResults(results: object | null) {
  stubCalls([[landingCalls.getRecentResults, () => ({ json: { return: true, results } })]])
  return renderWithProviders(<Results />, { texts: ['landing'], locale: 'en' })
}

test('figures of real trades take the place of the made-up rows', async () => {
  const { findByText, queryByRole, getAllByRole } = await openResults({
    trades: 12_000,
    won: 0.47,
    lost: 0.52,
    average: -0.083,
  })
  await findByText(/About 12,000 trades with real money, in the last 30 full days/)
  expect(getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['47%', '52%', '−8.3%'])
  expect(queryByRole('list', { name: 'Made-up results' })).toBe(null)
})

test('without them, the made-up rows say that they are', async () => {
  const { findByText, getByRole } = await openResults(null)
  expect(await findByText(/^These rows are made up\./)).toBeTruthy()
  expect(getByRole('list', { name: 'Made-up results' })).toBeTruthy()
})
