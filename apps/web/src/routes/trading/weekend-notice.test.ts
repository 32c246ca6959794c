// @vitest-environment jsdom
import { tournamentsCalls } from '@tradefront/contract/tournaments'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { setBootstrap } from '../../platform/api/bootstrap.ts'
import { syncServerClock } from '../../platform/clock.ts'
import { initTexts } from '../../platform/i18n/i18n.ts'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { waitForWeekendNotice } from './weekend-notice.ts'

const board = {
  return: true,
  list: [],
  data: [],
  participants: 0,
  prizes: [],
  fund: null,
  own: null,
  name: 'Anna W.',
  now: 0,
  terms: { stakes_min: 100, verify_days: 14, prize_max_percent: 80 },
}
const { listCurrentTournaments } = tournamentsCalls

beforeEach(() => {
  stubBrowser()
  initTexts('en')
  onTestFinished(() => void vi.unstubAllGlobals())
})

function setTime(time: string, practice = false): void {
  setBootstrap({ ...testBootstrap, user: { ...testUser, practice } })
  syncServerClock(Date.parse(time))
}

test.each([
  ['a second before the weekend', '2026-11-27T20:59:59Z', false],
  ['when the weekend has ended', '2026-11-29T21:00:00Z', false],
  ['on practice at the weekend', '2026-11-28T12:00:00Z', true],
])('home loads no weekend tournament %s', async (_when, time, practice) => {
  const asked = stubCalls([[listCurrentTournaments, () => ({ json: board })]])
  setTime(time, practice)
  await waitForWeekendNotice()
  expect(asked.get(listCurrentTournaments)).toEqual([])
})

test('home waits for the weekend tournament, so that the chart does not move, but not longer than a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answer = Promise.withResolvers<{ json: object }>()
  const asked = stubCalls([[listCurrentTournaments, () => answer.promise]])
  setTime('2026-11-27T21:00:00Z')
  const shown = vi.fn<() => void>()
  const waiting = waitForWeekendNotice().then(shown)
  await vi.waitFor(() => expect(asked.get(listCurrentTournaments)).toHaveLength(1), { timeout: 500, interval: 20 })
  await vi.advanceTimersByTimeAsync(400)
  expect(shown).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown).toHaveBeenCalledOnce()
  answer.resolve({ json: board })
  await waiting
  // The answer is kept: a second visit waits for nothing.
  await waitForWeekendNotice()
  expect(asked.get(listCurrentTournaments)).toHaveLength(1)
})
