import type { PriceCandle } from '@tradefront/contract/trading'
import {
  calculateBollinger,
  calculateEma,
  calculateRsi,
  calculateSma,
  type IndicatorSeries,
} from '@tradefront/rules/trading/indicators'

import type { Indicator } from '../workspace/workspace.ts'

export const smaPeriod = 20
export const emaPeriod = 50
export const bollingerPeriod = 20
const bollingerWidth = 2
export const rsiPeriod = 14

/** Far more than an average of all candles remembers. */
const longTail = 300

export type IndicatorLine = {
  readonly id: string
  readonly tone: 'first' | 'second' | 'band' | 'rsi'
  /** 0: over the price, 1: below it. */
  readonly pane: 0 | 1
  /** The last value depends on so many candles. */
  readonly tail: number
  readonly calculate: (closes: readonly number[]) => IndicatorSeries
}

export const indicatorLines: Readonly<Record<Indicator, readonly IndicatorLine[]>> = {
  sma: [{ id: 'sma', tone: 'first', pane: 0, tail: smaPeriod, calculate: (closes) => calculateSma(closes, smaPeriod) }],
  ema: [{ id: 'ema', tone: 'second', pane: 0, tail: longTail, calculate: (closes) => calculateEma(closes, emaPeriod) }],
  bollinger: (['upper', 'lower'] as const).map((side) => ({
    id: `bollinger-${side}`,
    tone: 'band',
    pane: 0,
    tail: bollingerPeriod,
    calculate: (closes) => calculateBollinger(closes, bollingerPeriod, bollingerWidth)[side],
  })),
  rsi: [{ id: 'rsi', tone: 'rsi', pane: 1, tail: longTail, calculate: (closes) => calculateRsi(closes, rsiPeriod) }],
}

export function calculateLine(line: IndicatorLine, candles: readonly PriceCandle[]): IndicatorSeries {
  return line.calculate(candles.map(({ close }) => close))
}

/** Without computing the whole line again. */
export function calculateLastValue(line: IndicatorLine, candles: readonly PriceCandle[]): number | null {
  return line.calculate(candles.slice(-line.tail).map(({ close }) => close)).at(-1) ?? null
}
