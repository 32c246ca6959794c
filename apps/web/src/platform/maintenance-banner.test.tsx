// @vitest-environment jsdom
import { settingsCalls } from '@tradefront/contract/settings'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { MaintenanceBanner } from './maintenance-banner.tsx'
import { renderWithProviders } from './testing/render-with-providers.tsx'
import { stubCalls } from './testing/stub-calls.ts'
import { testBootstrap } from './testing/test-bootstrap.ts'

afterEach(() => {
  vi.useRealTimers()
})

const title = 'Deposits, withdrawals and trades are paused'
const show = async (isMaintenance: boolean) => {
  const answers = { isMaintenance: true }
  const reply = { ...testBootstrap, return: true, countries: [], currencies: [] }
  const calls = stubCalls([
    [settingsCalls.getBootstrap, () => ({ json: { ...reply, isMaintenance: answers.isMaintenance } })],
  ])
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await renderWithProviders(<MaintenanceBanner isCompact={false} />, { bootstrap: { isMaintenance } })
  return { answers, countCalls: () => calls.get(settingsCalls.getBootstrap)?.length }
}
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    // The reply of the stub takes a few turns of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 0))
  })

test('the banner goes without a reload when money moves again, and nothing is asked after that', async () => {
  const { answers, countCalls } = await show(true)
  await pass(10_000)
  expect(screen.getByText(title)).toBeTruthy()
  answers.isMaintenance = false
  await pass(10_000)
  expect(screen.queryByText(title)).toBeNull()
  await pass(60_000)
  expect(countCalls()).toBe(2)
})

test('a page that was loaded while money moves asks nothing', async () => {
  const { countCalls } = await show(false)
  await pass(60_000)
  expect(screen.queryByText(title)).toBeNull()
  expect(countCalls()).toBe(0)
})
