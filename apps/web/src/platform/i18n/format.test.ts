import { afterEach, expect, test, vi } from 'vitest'

import { createFormat, getFormat } from './format.ts'

afterEach(() => vi.unstubAllEnvs())

/** Languages put narrow and non-breaking spaces into dates and numbers. */
const toPlainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test.each([
  [1.0842, 5, 'en', '1.08420'],
  [67_250.1, 2, 'en', '67,250.10'],
  [39_740, 0, 'en', '39,740'],
  [1.0842, 5, 'ru', '1,08420'],
  [1.0842, 5, 'ar', '\u20661.08420\u2069'],
])('the price %d with %i decimals in %s is %s', (price, digits, locale, expected) => {
  expect(getFormat(locale).price(price, digits)).toBe(expected)
})

test.each([
  [0.01, 0, 'en', '1%'],
  [0.666, 0, 'en', '67%'],
  [0.015, 2, 'en', '1.5%'],
  [0.0025, 2, 'ru', '0,25 %'],
])('%d with at most %i decimals in %s is %s', (part, maxDigits, locale, expected) => {
  expect(toPlainSpaces(getFormat(locale).percent(part, maxDigits))).toBe(expected)
})

test.each([
  [100, 100.02, '+0.02%'],
  [100, 99.5, '−0.50%'],
  [100, 100, '0.00%'],
  [44_391.02, 44_391.03, '+0.00002%'],
  [1.12345, 1.12341, '−0.004%'],
])('a change from %d to %d is %s', (from, to, text) => {
  expect(getFormat('en').change(from, to)).toBe(text)
})

test('the sign of a change and of a part that is added stays before the number in right-to-left text', () => {
  const format = getFormat('ar')
  const marks = /[\u200e\u200f]/g
  expect(format.change(100, 99.5).replaceAll(marks, '')).toBe('\u2066−0.50%\u2069')
  expect(format.percent(0.82, 0, { isSigned: true }).replaceAll(marks, '')).toBe('\u2066+82%\u2069')
})

test.each([
  [0.82, '+82%'],
  [-0.82, '−82%'],
  [0, '0%'],
])('the part %d that is added is %s', (part, text) => {
  expect(getFormat('en').percent(part, 0, { isSigned: true })).toBe(text)
})

test.each([
  [100, '1 kB'],
  [345_678, '346 kB'],
  [1_250_000, '1.3 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(getFormat('en').fileSize(bytes)).toBe(text)
})

test.each([
  [30, 'en', '30 seconds'],
  [60, 'en', '1 minute'],
  [300, 'ru', '5 минут'],
  [300, 'ar', '5 دقائق'],
  [14_400, 'en', '4 hours'],
  [86_400, 'ru', '1 день'],
])('%i seconds in %s are %s', (seconds, locale, expected) => {
  expect(toPlainSpaces(getFormat(locale).duration(seconds))).toBe(expected)
})

const day = 86_400_000

test.each([
  [-1, 'en', '0:00'],
  [1, 'en', '0:01'],
  [42_000, 'en', '0:42'],
  [845_000, 'en', '14:05'],
  [3 * 3_600_000 + 245_000, 'en', '3:04:05'],
  [2 * day + 3_600_000, 'en', '2d 01:00:00'],
  [2 * day + 61_000, 'ru', '2 д. 00:01:01'],
])('%i ms are left, in %s: %s', (leftMs, locale, expected) => {
  expect(toPlainSpaces(getFormat(locale).countdown(leftMs))).toBe(expected)
})

const now = Date.UTC(2026, 10, 22, 12)

test.each([
  [0, 'en', 'now'],
  [59_000, 'en', 'now'],
  [-5000, 'en', 'now'],
  [60_000, 'en', '1 minute ago'],
  [59 * 60_000, 'en', '59 minutes ago'],
  [3_600_000, 'en', '1 hour ago'],
  [3 * day, 'en', '3 days ago'],
  [5 * 60_000, 'ru', '5 минут назад'],
  [5 * 60_000, 'ar', 'قبل 5 دقائق'],
])('%d ms before, in %s: %s', (passedMs, locale, text) => {
  expect(getFormat(locale).ago(now - passedMs, now)).toBe(text)
})

test.each([
  [0, 'en', 'in 1 minute'],
  [89_000, 'en', 'in 1 minute'],
  [7_199_000, 'en', 'in 120 minutes'],
  [7_200_000, 'en', 'in 2 hours'],
  [2 * day - 1000, 'en', 'in 48 hours'],
  [2 * day, 'en', 'in 2 days'],
  [5 * 60_000, 'ru', 'через 5 минут'],
])('what comes in %d ms is %s: %s', (leftMs, locale, text) => {
  expect(getFormat(locale).until(now + leftMs, now)).toBe(text)
})

test('times are those of the zone of the browser, which can be named', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(createFormat('ru').time(now)).toBe('07:00')
  expect(createFormat('en').timeZone(now)).toBe('America/New York, GMT-5')
})

test.each([
  [now, '12:00'],
  [now - day, 'Nov 21, 12:00'],
  [Date.UTC(2025, 11, 31, 9, 5), 'Dec 31, 2025, 09:05'],
])('the time %d is written as %s, without what it has in common with now', (atMs, text) => {
  vi.stubEnv('TZ', 'UTC')
  expect(toPlainSpaces(createFormat('en').recentTime(atMs, now))).toBe(text)
})

test.each([
  ['en', now, 'today'],
  ['en', Date.UTC(2026, 10, 22, 0), 'today'],
  ['en', Date.UTC(2026, 10, 21, 23, 59), 'yesterday'],
  ['ru', now - day, 'вчера'],
  ['en', now - 2 * day, 'Friday, November 20'],
  ['en', now + day, 'Monday, November 23'],
  ['en', Date.UTC(2025, 11, 31), 'December 31, 2025'],
])('in %s, the day of %d is named %s', (locale, atMs, text) => {
  vi.stubEnv('TZ', 'UTC')
  expect(createFormat(locale).dayName(atMs, now)).toBe(text)
})

test('the name of a day is that of the zone that is asked for', () => {
  const { dayName } = getFormat('en')
  const [late, early] = [Date.UTC(2026, 10, 21, 23, 30), Date.UTC(2026, 10, 22, 11)]
  expect(dayName(late, early, 'UTC')).toBe('yesterday')
  expect(dayName(late, early, 'Europe/Zurich')).toBe('today')
  expect(dayName(early, early, 'Pacific/Auckland')).toBe('today')
  expect(dayName(Date.UTC(2026, 0, 1, 2), early, 'America/New_York')).toBe('December 31, 2025')
  expect(dayName(Date.UTC(2026, 0, 1, 2), early, 'UTC')).toBe('Thursday, January 1')
})

test.each([
  ['en', 'Nov 22, 2026, 13:00:05'],
  ['ru', '22 нояб. 2026 г., 13:00:05'],
  ['ar', '22 نوفمبر 2026، 13:00:05'],
])('a moment in %s has the date as elsewhere, in the zone that is asked for', (locale, text) => {
  const format = getFormat(locale)
  expect(toPlainSpaces(format.moment(now + 5000, 'Europe/Zurich'))).toBe(text)
  expect(format.moment(now, 'UTC', false)).not.toContain(':05')
})

test.each([
  ['hour', 'Nov 22, 13:00'],
  ['day', 'Nov 22'],
  ['week', 'Nov 22, 2026'],
  ['month', 'Nov 2026'],
] as const)('the start of a period of one %s is %s', (unit, text) => {
  expect(getFormat('en').period(now, unit, 'Europe/Zurich')).toBe(text)
})

test.each([
  [5, 'Nov 22, 2026, 12:00:00'],
  [60, 'Nov 22, 2026, 12:00'],
  [86_400, 'Nov 22, 2026'],
])('the time of a candle of %i seconds is %s, in UTC', (seconds, text) => {
  expect(toPlainSpaces(getFormat('en').candleTime(now, seconds))).toBe(text)
})

test('countries are named and sorted by the alphabet of the language', () => {
  const format = getFormat('ru')
  expect(format.region('CH')).toBe('Швейцария')
  expect(format.region('QX')).toBe(undefined)
  expect(format.sortBy(['ёж', 'яма', 'арбуз'], (word) => word)).toEqual(['арбуз', 'ёж', 'яма'])
})

test.each([
  ['2.9%', '2.9%', '2,9 %'],
  ['-0.50%', '−0.50%', '−0,50 %'],
  ['+180K', '+180K', '+180 тыс.'],
  ['1,234.5M', '1,234.5M', '1 234,5 млн'],
  ['51', '51', '51'],
  ['3.1% y/y', '3.1% y/y', '3.1% y/y'],
  ['n/a', 'n/a', 'n/a'],
])('the figure %s of a source is written in each language', (figure, english, russian) => {
  expect(toPlainSpaces(getFormat('en').figure(figure))).toBe(english)
  expect(toPlainSpaces(getFormat('ru').figure(figure))).toBe(russian)
})
