import { afterEach, expect, test, vi } from 'vitest'

import { setBootstrap } from '../../platform/api/bootstrap.ts'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import { formatNextDay } from './day-limit.ts'

afterEach(() => vi.unstubAllEnvs())

// Saturday 23:00 in UTC.
const now = Date.UTC(2026, 10, 21, 23)

test.each([
  ['America/New_York', 'en', 'Saturday 7:00 PM'],
  ['Asia/Tokyo', 'en', 'Sunday 9:00 AM'],
  ['Asia/Tokyo', 'ru', 'воскресенье 09:00'],
])('in %s the next day (UTC) begins, in the language %s, on %s', (timeZone, lang, time) => {
  vi.stubEnv('TZ', timeZone)
  setBootstrap({ ...testBootstrap, now })
  expect(formatNextDay(lang).replaceAll(' ', ' ')).toBe(time)
})
