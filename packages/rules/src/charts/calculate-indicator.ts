import {
  calculateBollinger,
  calculateEma,
  calculateRsi,
  calculateSma,
  type IndicatorSeries,
} from '../trading/indicators.ts'
import type { IndicatorChoice, IndicatorName } from './indicators.ts'

export type PriceRange = { readonly high: number; readonly low: number; readonly close: number }

/** The lines of each indicator, in the order in which they are calculated. */
export const indicatorLineNames = {
  sma: ['value'],
  ema: ['value'],
  wma: ['value'],
  bollinger: ['upper', 'middle', 'lower'],
  donchian: ['upper', 'middle', 'lower'],
  sar: ['value'],
  ichimoku: ['conversion', 'base', 'spanA', 'spanB', 'lagging'],
  rsi: ['value'],
  macd: ['difference', 'value', 'signal'],
  stochastic: ['value', 'signal'],
  atr: ['value'],
  cci: ['value'],
} as const satisfies Record<IndicatorName, readonly string[]>
export type IndicatorLineName = (typeof indicatorLineNames)[IndicatorName][number]

/** Returns a series for each line, as long as `candles`. It has null where there are too few of them. */
export function calculateIndicator(
  { name, values }: IndicatorChoice,
  candles: readonly PriceRange[],
): IndicatorSeries[] {
  const [first = 0, second = 0, third = 0] = values
  const closes = candles.map(({ close }) => close)
  switch (name) {
    case 'sma':
      return [calculateSma(closes, first)]
    case 'ema':
      return [calculateEma(closes, first)]
    case 'wma':
      return [calculateWma(closes, first)]
    case 'bollinger': {
      const { upper, middle, lower } = calculateBollinger(closes, first, second)
      return [upper, middle, lower]
    }
    case 'donchian': {
      const { upper, middle, lower } = calculateDonchian(candles, first)
      return [upper, middle, lower]
    }
    case 'sar':
      return [calculateSar(candles, first, second)]
    case 'ichimoku':
      return calculateIchimoku(candles, first, second, third)
    case 'rsi':
      return [calculateRsi(closes, first)]
    case 'macd':
      return calculateMacd(closes, first, second, third)
    case 'stochastic':
      return calculateStochastic(candles, first, second, third)
    case 'atr':
      return [calculateAtr(candles, first)]
    case 'cci':
      return [calculateCci(candles, first)]
  }
}

/** Returns how many candles decide the last values: those of its windows, or all that an average still remembers. */
export function countDecidingCandles({ name, values }: IndicatorChoice): number {
  const sum = values.reduce((total, value) => total + value, 0)
  switch (name) {
    case 'sar':
      return Infinity
    case 'ema':
    case 'rsi':
    case 'atr':
    case 'macd':
      return sum * 15
    case 'ichimoku':
      // The spans are shifted by the base.
      return sum + (values[1] ?? 0)
    default:
      return sum
  }
}

/** Weighted moving average: the last price counts most, the first one once. */
function calculateWma(closes: readonly number[], period: number): IndicatorSeries {
  const weights = (period * (period + 1)) / 2
  return closes.map((_close, index) => {
    if (index < period - 1) return null
    let sum = 0
    for (let age = 0; age < period; age += 1) sum += (closes[index - age] ?? 0) * (period - age)
    return sum / weights
  })
}

/** The highest and the lowest price of a period, and their middle. */
function calculateDonchian(candles: readonly PriceRange[], period: number) {
  const upper: (number | null)[] = []
  const lower: (number | null)[] = []
  for (let index = 0; index < candles.length; index += 1) {
    let [high, low] = [-Infinity, Infinity]
    for (let at = index - period + 1; at <= index; at += 1) {
      const candle = candles[at]
      high = Math.max(high, candle?.high ?? high)
      low = Math.min(low, candle?.low ?? low)
    }
    const isKnown = index >= period - 1
    upper.push(isKnown ? high : null)
    lower.push(isKnown ? low : null)
  }
  return { upper, middle: upper.map((high, index) => averageOf(high, lower[index])), lower }
}

/** Parabolic stop and reverse by Wilder. */
function calculateSar(candles: readonly PriceRange[], acceleration: number, limit: number): IndicatorSeries {
  const [first, second] = candles
  if (first === undefined || second === undefined) return candles.map(() => null)
  let isUp = first.high + first.low <= second.high + second.low
  let extreme = isUp ? first.high : first.low
  let sar = isUp ? first.low : first.high
  let speed = acceleration
  return candles.map(({ high, low }, index) => {
    if (index === 0) return null
    const [before, earlier = before] = [candles[index - 1], candles[index - 2]]
    sar += (extreme - sar) * speed
    // The stop never enters the ranges of the last two candles.
    sar = isUp
      ? Math.min(sar, before?.low ?? sar, earlier?.low ?? sar)
      : Math.max(sar, before?.high ?? sar, earlier?.high ?? sar)
    const isFurther = isUp ? high > extreme : low < extreme
    if (isFurther) {
      speed = Math.min(limit, speed + acceleration)
      extreme = isUp ? high : low
    }
    if (isUp ? low < sar : high > sar) {
      sar = extreme
      speed = acceleration
      isUp = !isUp
      extreme = isUp ? high : low
    }
    return sar
  })
}

/** Ichimoku. The spans are shown as many candles later as the base has, and the close as many earlier. */
function calculateIchimoku(candles: readonly PriceRange[], conversion: number, base: number, span: number) {
  const fast = calculateDonchian(candles, conversion).middle
  const slow = calculateDonchian(candles, base).middle
  const slowest = calculateDonchian(candles, span).middle
  const spanA = fast.map((value, index) => averageOf(value, slow[index]))
  const shift = (series: IndicatorSeries): IndicatorSeries =>
    series.map((_value, index) => series[index - base] ?? null)
  const lagging = candles.map((_candle, index) => candles[index + base]?.close ?? null)
  return [fast, slow, shift(spanA), shift(slowest), lagging]
}

export type CloudEdges = { readonly spanA: number; readonly spanB: number }

/** The spans of Ichimoku for the candles that come next, as many as its base has. */
export function calculateFutureSpans(choice: IndicatorChoice, candles: readonly PriceRange[]): CloudEdges[] {
  const base = choice.values[1] ?? 0
  const last = candles.at(-1)
  if (last === undefined) return []
  // The spans of later candles depend only on the candles before them.
  const later = Array.from({ length: base }, () => last)
  const [, , spanA = [], spanB = []] = calculateIndicator(choice, [
    ...candles.slice(-countDecidingCandles(choice)),
    ...later,
  ])
  return spanA.slice(-base).flatMap((value, index) => {
    const other = spanB.slice(-base)[index] ?? null
    return value === null || other === null ? [] : [{ spanA: value, spanB: other }]
  })
}

/** The difference of two averages, its own average, and the difference of both. */
function calculateMacd(closes: readonly number[], fast: number, slow: number, signal: number): IndicatorSeries[] {
  const fastAverage = calculateEma(closes, fast)
  const slowAverage = calculateEma(closes, slow)
  const value = fastAverage.map((each, index) => subtract(each, slowAverage[index]))
  const average = applyToKnown(value, (known) => calculateEma(known, signal))
  return [value.map((each, index) => subtract(each, average[index])), value, average]
}

/** Returns where the close is in the range of the period, in percent. It is 50 while the price does not move. */
function calculateStochastic(candles: readonly PriceRange[], period: number, smoothing: number, signal: number) {
  const { upper, lower } = calculateDonchian(candles, period)
  const raw = candles.map(({ close }, index) => {
    const [high, low] = [upper[index] ?? null, lower[index] ?? null]
    if (high === null || low === null) return null
    return high === low ? 50 : (100 * (close - low)) / (high - low)
  })
  const value = applyToKnown(raw, (known) => calculateSma(known, smoothing))
  return [value, applyToKnown(value, (known) => calculateSma(known, signal))]
}

/** Average true range by Wilder. */
function calculateAtr(candles: readonly PriceRange[], period: number): IndicatorSeries {
  let average = 0
  return candles.map(({ high, low }, index) => {
    const before = candles[index - 1]?.close
    const range = before === undefined ? high - low : Math.max(high, before) - Math.min(low, before)
    // The first average is a plain one.
    average = index < period ? average + range / period : (average * (period - 1) + range) / period
    return index < period - 1 ? null : average
  })
}

/** Commodity channel index by Lambert. It is 0 while the price does not move. */
function calculateCci(candles: readonly PriceRange[], period: number): IndicatorSeries {
  const typical = candles.map(({ high, low, close }) => (high + low + close) / 3)
  return calculateSma(typical, period).map((mean, index) => {
    if (mean === null) return null
    const window = typical.slice(index - period + 1, index + 1)
    const deviation = window.reduce((sum, each) => sum + Math.abs(each - mean), 0) / period
    return deviation === 0 ? 0 : ((typical[index] ?? 0) - mean) / (0.015 * deviation)
  })
}

/** Applies a function to a series whose first values are not known. */
function applyToKnown(
  series: IndicatorSeries,
  calculate: (known: readonly number[]) => IndicatorSeries,
): IndicatorSeries {
  const known = series.filter((value) => value !== null)
  return [...series.slice(0, series.length - known.length).map(() => null), ...calculate(known)]
}

function averageOf(one: number | null | undefined, other: number | null | undefined): number | null {
  return one == null || other == null ? null : (one + other) / 2
}

function subtract(one: number | null | undefined, other: number | null | undefined): number | null {
  return one == null || other == null ? null : one - other
}
