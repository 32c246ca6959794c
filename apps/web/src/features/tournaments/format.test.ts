import { expect, test } from 'vitest'

import { formatTimeLeft } from './format.ts'

test.each([
  [0, 'en', '00:00:00'],
  [11_565, 'en', '03:12:45'],
  [86_399, 'en', '23:59:59'],
  [86_400, 'en', '1 day 00:00:00'],
  [2 * 86_400 + 61, 'en', '2 days 00:01:01'],
  [2 * 86_400 + 61, 'ru', '2 дня 00:01:01'],
])('%d seconds in %s are %s', (seconds, lang, text) => {
  expect(formatTimeLeft(seconds, lang).replaceAll('\u00a0', ' ')).toBe(text)
})
