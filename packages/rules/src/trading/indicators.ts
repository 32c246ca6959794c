/** A series has the length of `closes`, with null where there are too few prices. */
export type IndicatorSeries = readonly (number | null)[]

/** Simple moving average. */
export function calculateSma(closes: readonly number[], period: number): IndicatorSeries {
  let sum = 0
  return closes.map((close, index) => {
    sum += close - (index >= period ? (closes[index - period] ?? 0) : 0)
    return index < period - 1 ? null : sum / period
  })
}

/** Exponential moving average, which starts with the simple one of the first prices. */
export function calculateEma(closes: readonly number[], period: number): IndicatorSeries {
  const weight = 2 / (period + 1)
  let sum = 0
  let average = 0
  return closes.map((close, index) => {
    if (index >= period) return (average += (close - average) * weight)
    sum += close
    if (index < period - 1) return null
    return (average = sum / period)
  })
}

export type BollingerBands = {
  readonly upper: IndicatorSeries
  readonly middle: IndicatorSeries
  readonly lower: IndicatorSeries
}

/** The simple moving average, and `width` standard deviations of the same prices above and below it. */
export function calculateBollinger(closes: readonly number[], period: number, width: number): BollingerBands {
  const middle = calculateSma(closes, period)
  const spread = middle.map((mean, index) => {
    if (mean === null) return null
    const squares = closes.slice(index - period + 1, index + 1).map((close) => (close - mean) ** 2)
    return width * Math.sqrt(squares.reduce((total, square) => total + square, 0) / period)
  })
  const shift = (sign: 1 | -1): IndicatorSeries =>
    middle.map((mean, index) => (mean === null ? null : mean + sign * (spread[index] ?? 0)))
  return { upper: shift(1), middle, lower: shift(-1) }
}

/** Relative strength index by Wilder, from 0 to 100; 50 while the price does not move. */
export function calculateRsi(closes: readonly number[], period: number): IndicatorSeries {
  let gain = 0
  let loss = 0
  return closes.map((close, index) => {
    if (index === 0) return null
    const change = close - (closes[index - 1] ?? close)
    const [up, down] = [Math.max(change, 0), Math.max(-change, 0)]
    // The first averages are simple ones.
    gain = index <= period ? gain + up / period : (gain * (period - 1) + up) / period
    loss = index <= period ? loss + down / period : (loss * (period - 1) + down) / period
    if (index < period) return null
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss)
  })
}
