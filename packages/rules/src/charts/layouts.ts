import type { CandleSeconds } from '../trading/candles.ts'
import type { IndicatorChoice } from './indicators.ts'

export const chartKinds = ['candles', 'line'] as const
export type ChartKind = (typeof chartKinds)[number]

/** Number of charts that are side by side. */
export const chartCounts = { one: 1, two: 2, four: 4 } as const
export type Arrangement = keyof typeof chartCounts
export const arrangements = Object.keys(chartCounts) as Arrangement[]
/** A layout has as many charts as the largest arrangement. */
export const layoutCharts = 4

/** Symbol, candles and indicators of a chart. */
export type ChartSettings = {
  readonly symbol: string
  readonly seconds: CandleSeconds
  readonly kind: ChartKind
  readonly indicators: readonly IndicatorChoice[]
}

/** A trader can save this many layouts. */
export const maxLayouts = 20
export const maxLayoutName = 40
