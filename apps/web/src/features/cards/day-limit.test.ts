import { afterEach, expect, test, vi } from 'vitest'

import { setBootstrap } from '../../platform/api/bootstrap.ts'
import { createFormat } from '../../platform/i18n/format.ts'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import { formatNextDay, hasReachedDayLimit } from './day-limit.ts'

afterEach(() => vi.unstubAllEnvs())

// This is a Saturday, 23:00 in UTC.
const now = Date.UTC(2026, 10, 21, 23)

test.each([
  ['America/New_York', 'en', 'Saturday 19:00'],
  ['Asia/Tokyo', 'en', 'Sunday 09:00'],
  ['Asia/Tokyo', 'ru', 'воскресенье 09:00'],
])('in %s the next day (UTC) begins, in the language %s, on %s', (timeZone, lang, time) => {
  vi.stubEnv('TZ', timeZone)
  setBootstrap({ ...testBootstrap, now })
  expect(formatNextDay(createFormat(lang)).replaceAll(' ', ' ')).toBe(time)
})

test('a limit that the pre-check has reported closes the day, also after a payment by another method', () => {
  setBootstrap({ ...testBootstrap, now })
  const base = {
    id: 'd',
    receiptNumber: 'R',
    amount: 500,
    currency: 'USD',
    bonus: 0,
    fixed: 1,
    bonusAmount: 0,
  } as const
  const rest = { wageringRequired: 0, invoice: null, step: null, next: null, tried: [], redirectedBy: [], cascade: [] }
  const end = { message: null, credited: null, refund: null, balance: null, endedAtMs: now }
  const refused = { ...base, ...rest, ...end, state: 'failed', reason: 'cards.day_limit', createdAtMs: now } as const
  const byCard = { ...refused, card: { brand: 'visa', last4: '4242' } }
  const byCoins = { ...refused, state: 'succeeded', reason: null, card: null } as const
  const overview = { deposit: null, card: null, savedCards: [], isCardLimited: false, cardLimitedUntilMs: null }
  const left = { isLimitAccepted: false, depositsLeftToday: 2 }
  expect(hasReachedDayLimit({ ...overview, ...left, recent: [byCoins, byCard] })).toBe(true)
  expect(hasReachedDayLimit({ ...overview, ...left, recent: [byCoins] })).toBe(false)
})
