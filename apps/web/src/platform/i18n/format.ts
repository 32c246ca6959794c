import type { PeriodUnit } from '@tradefront/rules/history/periods'
import { formatMoney, type MoneyOptions } from '@tradefront/rules/ledger/format-money'

import { isolateNumber, toIntlTag } from '@tradefront/texts/numbers'

import { getDayStart } from '../local-day.ts'
import { getCurrencyName } from './currency-name.ts'
import { useLocaleTag } from './i18n.ts'

/** Writes values in one language. Times are in the time zone of the browser if no other one is passed. */
export type Format = ReturnType<typeof createFormat>

const shortDay = { day: 'numeric', month: 'short' } as const
const fullDay = { ...shortDay, year: 'numeric' } as const
/** Clock of 24 hours in each language, like the axis of a chart. */
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const clockWithSeconds = { ...clock, second: '2-digit' } as const
const exactTime = { ...clockWithSeconds, fractionalSecondDigits: 3 } as const

const timeStyles = {
  time: clock,
  timeWithSeconds: clockWithSeconds,
  exactTime,
  exactDateTime: { ...fullDay, ...exactTime },
  day: fullDay,
  shortDay,
  longDay: { dateStyle: 'long' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  weekdayTime: { weekday: 'long', ...clock },
  shortWeekdayTime: { weekday: 'short', ...clock },
  dateTime: { ...fullDay, ...clock },
  dateTimeWithSeconds: { ...fullDay, ...clockWithSeconds },
  longDateTime: { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' },
  sameDay: clock,
  sameYear: { ...shortDay, ...clock },
  otherYear: { ...fullDay, ...clock },
  hourPeriod: { ...shortDay, ...clock },
  dayPeriod: shortDay,
  weekPeriod: fullDay,
  monthPeriod: { month: 'short', year: 'numeric' },
  yearTick: { year: 'numeric' },
  monthTick: { month: 'short' },
  dayTick: shortDay,
  minuteTick: clock,
  secondTick: clockWithSeconds,
  offset: { timeZoneName: 'shortOffset' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const durationUnits = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

const figurePattern = /^([+−-]?)(\d[\d,]*)(\.\d+)?([%KMBT]?)$/
const scales: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }

/** A change of a price below this would be rounded to nothing. */
const smallestChange = 0.000_05

/** Returns the format of a language. There is one for each language, because creating a formatter takes much longer than using it. */
export const getFormat = memoize(createFormat)

export function useFormat(): Format {
  return getFormat(useLocaleTag())
}

/** Creates a format. It is exported for tests that change the time zone. */
export function createFormat(locale: string) {
  const tag = toIntlTag(locale)
  const isolate = (number: string) => isolateNumber(locale, number)
  const getDecimalFormat = memoize(
    (digits: number) => new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  )
  const getPercentFormat = memoize((signDisplay: 'auto' | 'exceptZero') =>
    memoize(
      (maxDigits: number) =>
        new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: maxDigits, signDisplay }),
    ),
  )
  const getExactPercentFormat = memoize(
    (digits: number) =>
      new Intl.NumberFormat(tag, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }),
  )
  /** Returns the name of a scale: `K` and ` тыс.` for 1000. */
  const getScaleName = memoize((scale: number) =>
    new Intl.NumberFormat(tag, { notation: 'compact' })
      .formatToParts(scale)
      .flatMap(({ type, value }) => (type === 'compact' || type === 'literal' ? [value] : []))
      .join(''),
  )
  const getUnitFormat = memoize((unitDisplay: 'narrow' | 'short' | 'long') =>
    memoize(
      (unit: string) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }),
    ),
  )
  const getChangeFormat = memoize(
    (isTiny: boolean) =>
      new Intl.NumberFormat(tag, {
        style: 'percent',
        signDisplay: 'exceptZero',
        ...(isTiny ? { maximumSignificantDigits: 1 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
      }),
  )
  const getAgeFormat = memoize((numeric: 'auto' | 'always') => new Intl.RelativeTimeFormat(tag, { numeric }))
  const regionNames = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' })
  const getTimeFormat = memoize((timeZone: string | undefined) =>
    memoize((style: keyof typeof timeStyles) => new Intl.DateTimeFormat(tag, { ...timeStyles[style], timeZone })),
  )
  const getDateFormat = memoize(
    (timeZone: string | undefined) =>
      new Intl.DateTimeFormat('en', { year: 'numeric', month: 'numeric', day: 'numeric', timeZone }),
  )
  /** Returns the number of a day, which is one more than that of the day before, and its year. */
  const getDay = (atMs: number, zone: string | undefined) => {
    const parts = getDateFormat(zone).formatToParts(atMs)
    const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
    const year = read('year')
    return { number: Date.UTC(year, read('month') - 1, read('day')) / 86_400_000, year }
  }
  const writeTime = (atMs: number, style: keyof typeof timeStyles, zone?: string): string =>
    getTimeFormat(zone)(style).format(atMs)

  return {
    /**
     * Writes `$1,000.00`.
     * @param amount in major units
     */
    money: (amount: number, currency: string, options?: MoneyOptions) => formatMoney(amount, currency, locale, options),
    number: (value: number) => isolate(getDecimalFormat(0).format(value)),
    /** Writes a price with all its decimals: `1.08420`. */
    price: (price: number, digits: number) => isolate(getDecimalFormat(digits).format(price)),
    /** Writes `85%` for 0.85. `isSigned` is for parts that are added: `+85%`. */
    percent: (part: number, maxDigits = 0, { isSigned = false } = {}) =>
      isolate(
        getPercentFormat(isSigned ? 'exceptZero' : 'auto')(maxDigits)
          .format(part)
          .replace('-', '−'),
      ),
    /** Writes a figure that a source has in English, e.g. `-0.5%` or `180K`. Anything else stays as it is. */
    figure: (text: string) => {
      const [found, sign = '', whole = '', fraction = '', unit = ''] = figurePattern.exec(text) ?? []
      if (found === undefined) return text
      const value = Number(`${whole.replaceAll(',', '')}${fraction}`)
      const digits = Math.max(0, fraction.length - 1)
      const scale = scales[unit]
      const number =
        unit === '%' ? getExactPercentFormat(digits).format(value / 100) : getDecimalFormat(digits).format(value)
      return isolate(`${sign.replace('-', '−')}${number}${scale === undefined ? '' : getScaleName(scale)}`)
    },
    /** Writes a change of a price as a part of it: `+0.02%`, or `+0.002%` if it is that small. */
    change: (from: number, to: number) => {
      const change = to / from - 1
      const isTiny = change !== 0 && Math.abs(change) < smallestChange
      return isolate(getChangeFormat(isTiny).format(change).replace('-', '−'))
    },
    fileSize: (bytes: number) =>
      bytes < 1_000_000
        ? getUnitFormat('short')('kilobyte').format(Math.max(1, Math.round(bytes / 1000)))
        : getUnitFormat('short')('megabyte').format(bytes / 1_000_000),
    /** Writes `30 seconds`, `5 minutes`, `1 day`. */
    duration: (seconds: number) => {
      const [size, unit] = durationUnits.find(([each]) => seconds % each === 0) ?? [1, 'second']
      return getUnitFormat('long')(unit).format(seconds / size)
    },
    /** Writes `0:42`, `14:05`, `3:14:05`, `2d 03:14:05`. */
    countdown: (leftMs: number) => {
      const total = Math.max(0, Math.ceil(leftMs / 1000))
      const [days, hours, minutes] = [
        Math.floor(total / 86_400),
        Math.floor(total / 3600) % 24,
        Math.floor(total / 60) % 60,
      ]
      const seconds = padTwo(total % 60)
      if (days > 0)
        return `${getUnitFormat('narrow')('day').format(days)} ${padTwo(hours)}:${padTwo(minutes)}:${seconds}`
      return hours > 0 ? `${hours}:${padTwo(minutes)}:${seconds}` : `${minutes}:${seconds}`
    },
    /** Writes `5 minutes ago`, and `now` in the first minute. */
    ago: (atMs: number, nowMs: number) => {
      const passed = Math.max(0, nowMs - atMs) / 1000
      const [size, unit] = durationUnits.find(([each]) => each > 1 && passed >= each) ?? [1, 'second']
      const count = unit === 'second' ? 0 : Math.floor(passed / size)
      return getAgeFormat(count === 0 ? 'auto' : 'always').format(-count, unit)
    },
    /** Writes `in 5 minutes`, `in 90 minutes`, `in 3 hours`, and at least a minute. */
    until: (atMs: number, nowMs: number) => {
      const left = Math.max(60, (atMs - nowMs) / 1000)
      const [size, unit] = durationUnits.find(([each]) => each > 1 && left >= 2 * each) ?? [60, 'minute']
      return getAgeFormat('always').format(Math.round(left / size), unit)
    },
    time: (atMs: number) => writeTime(atMs, 'time'),
    timeWithSeconds: (atMs: number) => writeTime(atMs, 'timeWithSeconds'),
    /** Writes a time with milliseconds, which show whether a price came at or after an expiry. */
    exactTime: (atMs: number) => writeTime(atMs, 'exactTime'),
    exactDateTime: (atMs: number) => writeTime(atMs, 'exactDateTime'),
    /** Writes `Nov 22, 2026`. */
    day: (atMs: number) => writeTime(atMs, 'day'),
    /** Writes `Nov 22`. */
    shortDay: (atMs: number) => writeTime(atMs, 'shortDay'),
    /** Writes `November 22, 2026`. */
    longDay: (atMs: number, zone?: string) => writeTime(atMs, 'longDay', zone),
    /** Writes `Sunday, November 22`. */
    weekday: (atMs: number) => writeTime(atMs, 'weekday'),
    /** Writes `Sunday 09:00`. */
    weekdayTime: (atMs: number) => writeTime(atMs, 'weekdayTime'),
    shortWeekdayTime: (atMs: number) => writeTime(atMs, 'shortWeekdayTime'),
    dateTime: (atMs: number) => writeTime(atMs, 'dateTime'),
    dateTimeWithSeconds: (atMs: number) => writeTime(atMs, 'dateTimeWithSeconds'),
    longDateTime: (atMs: number) => writeTime(atMs, 'longDateTime'),
    /** Writes `today`, `yesterday`, `Sunday, November 22`, and the year if it is another one. */
    dayName: (atMs: number, nowMs: number, zone?: string) => {
      const [day, today] = [getDay(atMs, zone), getDay(nowMs, zone)]
      const days = today.number - day.number
      if (days === 0 || days === 1) return getAgeFormat('auto').format(-days, 'day')
      return writeTime(atMs, day.year === today.year ? 'weekday' : 'longDay', zone)
    },
    /** Writes date and time, without the parts that both have in common with now. */
    recentTime: (atMs: number, nowMs: number) => {
      const [at, now] = [new Date(atMs), new Date(nowMs)]
      if (getDayStart(atMs) === getDayStart(nowMs)) return writeTime(atMs, 'sameDay')
      return writeTime(atMs, at.getFullYear() === now.getFullYear() ? 'sameYear' : 'otherYear')
    },
    moment: (atMs: number, zone: string, hasSeconds = true) =>
      writeTime(atMs, hasSeconds ? 'dateTimeWithSeconds' : 'dateTime', zone),
    /** Writes the time of a row below the name of its day. */
    momentOfDay: (atMs: number, zone: string, hasSeconds = true) =>
      writeTime(atMs, hasSeconds ? 'timeWithSeconds' : 'time', zone),
    /** Writes the start of a period, for the axis of a chart. */
    period: (atMs: number, unit: PeriodUnit, zone: string) => writeTime(atMs, `${unit}Period`, zone),
    /** Writes a mark on the axis of a chart, in UTC. */
    tick: (atMs: number, unit: 'year' | 'month' | 'day' | 'minute' | 'second') => writeTime(atMs, `${unit}Tick`, 'UTC'),
    /** Writes the start of a candle, in UTC. */
    candleTime: (atMs: number, candleSeconds: number) => {
      const style = candleSeconds >= 86_400 ? 'day' : candleSeconds >= 60 ? 'dateTime' : 'dateTimeWithSeconds'
      return writeTime(atMs, style, 'UTC')
    },
    /** Writes the time zone of the browser: `Europe/Zurich, GMT+1`. */
    timeZone: (nowMs: number) => {
      const format = getTimeFormat(undefined)('offset')
      const offset = format.formatToParts(nowMs).find(({ type }) => type === 'timeZoneName')?.value
      return isolate([format.resolvedOptions().timeZone.replaceAll('_', ' '), offset].filter(Boolean).join(', '))
    },
    /** Writes `passport, utility bill and signature`. */
    list: (items: readonly string[]) => new Intl.ListFormat(tag, { type: 'conjunction' }).format(items),
    /**
     * Returns the name of a country, undefined for an unknown one.
     * @param iso two letters
     */
    region: (iso: string) => regionNames.of(iso),
    currencyName: (currency: string) => getCurrencyName(tag, currency),
    /** Sorts by the alphabet of the language. */
    sortBy: <T>(items: readonly T[], getName: (item: T) => string): T[] => {
      const { compare } = new Intl.Collator(tag)
      return items.toSorted((a, b) => compare(getName(a), getName(b)))
    },
    /** Returns the marks with which numbers are written and typed. */
    separators: () => {
      const parts = getDecimalFormat(1).formatToParts(1_234_567.5)
      const find = (name: Intl.NumberFormatPartTypes) => parts.find(({ type }) => type === name)?.value
      return { group: find('group') ?? ',', decimal: find('decimal') ?? '.' }
    },
  }
}

/** Returns the time zone of the device. */
export function getLocalZone(): string {
  return new Intl.DateTimeFormat('en').resolvedOptions().timeZone || 'UTC'
}

/** Lists time zones. That of the device is first, then UTC. */
export function listTimeZones(): string[] {
  return [...new Set([getLocalZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}

function memoize<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? create(key)
    known.set(key, value)
    return value
  }
}

function padTwo(value: number): string {
  return String(value).padStart(2, '0')
}
