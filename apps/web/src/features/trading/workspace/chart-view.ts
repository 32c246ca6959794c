import { createIndicatorChoice } from '@tradefront/rules/charts/indicators'
import { type CandleSeconds, candleSeconds } from '@tradefront/rules/trading/candles'
import * as z from 'zod/mini'

import type { Workspace } from './workspace.ts'
import { changeChart } from './workspace.ts'

/** View that a link to the trading screen opens, e.g. `#/home?chart=EURUSD&seconds=300&averages=1`. */
export type ChartView = {
  readonly symbol: string
  readonly seconds: CandleSeconds
  /** True to show both moving averages. */
  readonly hasAverages: boolean
}

const searchSchema = z.object({
  chart: z.string(),
  seconds: z.union(candleSeconds.map((seconds) => z.literal(seconds))),
  averages: z.optional(z.literal(1)),
})

/** Reads the view of an address. Null: the address names none. */
export function parseChartView(search: unknown): ChartView | null {
  const parsed = searchSchema.safeParse(search)
  if (!parsed.success) return null
  const { chart, seconds, averages } = parsed.data
  return { symbol: chart, seconds, hasAverages: averages === 1 }
}

/** Applies a view to the chart that the ticket trades. Other indicators stay. */
export function applyChartView(workspace: Workspace, { symbol, seconds, hasAverages }: ChartView): Workspace {
  const indicators = workspace.charts[workspace.activeChart]?.indicators ?? []
  // The averages are those of the signals, whatever the trader has set.
  const averages = hasAverages ? (['sma', 'ema'] as const).map(createIndicatorChoice) : []
  const others = indicators.filter(({ name }) => averages.every((average) => average.name !== name))
  return changeChart(workspace, workspace.activeChart, { symbol, seconds, indicators: [...averages, ...others] })
}
