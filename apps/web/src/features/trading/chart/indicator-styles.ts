import type { IndicatorLineName } from '@tradefront/rules/charts/calculate-indicator'
import type { IndicatorName } from '@tradefront/rules/charts/indicators'

import type { ChartColors } from './chart-colors.ts'

export type LineTone = keyof Pick<ChartColors, 'warn' | 'accent' | 'violet' | 'teal' | 'muted' | 'ink' | 'up' | 'down'>
export type LineStyleName = 'solid' | 'dashed' | 'dots' | 'bars'

type LineLook = { readonly tone: LineTone; readonly style: LineStyleName }

/** Looks of each line, in the order in which the lines are calculated. */
export const indicatorLooks: Readonly<Record<IndicatorName, readonly LineLook[]>> = {
  sma: [{ tone: 'warn', style: 'solid' }],
  ema: [{ tone: 'accent', style: 'solid' }],
  wma: [{ tone: 'violet', style: 'solid' }],
  bollinger: [
    { tone: 'muted', style: 'dashed' },
    { tone: 'muted', style: 'solid' },
    { tone: 'muted', style: 'dashed' },
  ],
  donchian: [
    { tone: 'teal', style: 'solid' },
    { tone: 'teal', style: 'dashed' },
    { tone: 'teal', style: 'solid' },
  ],
  sar: [{ tone: 'ink', style: 'dots' }],
  ichimoku: [
    { tone: 'accent', style: 'solid' },
    { tone: 'warn', style: 'solid' },
    { tone: 'up', style: 'solid' },
    { tone: 'down', style: 'solid' },
    { tone: 'muted', style: 'dashed' },
  ],
  rsi: [{ tone: 'ink', style: 'solid' }],
  macd: [
    { tone: 'muted', style: 'bars' },
    { tone: 'accent', style: 'solid' },
    { tone: 'warn', style: 'solid' },
  ],
  stochastic: [
    { tone: 'accent', style: 'solid' },
    { tone: 'warn', style: 'solid' },
  ],
  atr: [{ tone: 'ink', style: 'solid' }],
  cci: [{ tone: 'ink', style: 'solid' }],
}

/** Levels that are lines across the pane of an indicator. */
export const indicatorLevels: Partial<Record<IndicatorName, readonly number[]>> = {
  rsi: [30, 70],
  stochastic: [20, 80],
  cci: [-100, 100],
  macd: [0],
}

/**
 * Returns the number of decimals of an indicator's values: those of the prices, one more for differences of prices, one for numbers of
 * another scale.
 */
export function countIndicatorDigits(name: IndicatorName, priceDigits: number): number {
  if (name === 'macd' || name === 'atr') return priceDigits + 1
  return name === 'rsi' || name === 'stochastic' || name === 'cci' ? 1 : priceDigits
}

/** Lines whose past points change with a new candle. */
export const changingLines: ReadonlySet<IndicatorLineName> = new Set(['lagging'])
