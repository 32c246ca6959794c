import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { describeTimeZone, formatAgo, formatTime } from './format-time.ts'

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => vi.unstubAllEnvs())

const now = Date.UTC(2026, 10, 22, 12)

test.each([
  [0, 'en', 'now'],
  [59_000, 'en', 'now'],
  [-5000, 'en', 'now'],
  [60_000, 'en', '1 minute ago'],
  [59 * 60_000, 'en', '59 minutes ago'],
  [3_600_000, 'en', '1 hour ago'],
  [3 * 86_400_000, 'en', '3 days ago'],
  [5 * 60_000, 'ru', '5 минут назад'],
])('%d ms before is %s', (passedMs, locale, text) => {
  expect(formatAgo(now - passedMs, now, locale)).toBe(text)
})

test('times are those of the browser’s zone, which is named', () => {
  expect(formatTime(now, 'ru')).toBe('07:00')
  expect(describeTimeZone(now, 'en')).toBe('America/New York, GMT-5')
})
