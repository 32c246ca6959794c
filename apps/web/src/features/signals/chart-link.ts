import { signalCandleSeconds } from '@tradefront/rules/signals/crossings'

/** Returns the search of the trading screen that shows the candles of a signal, with both averages. */
export function toChartSearch({ symbol }: { readonly symbol: string }) {
  return { chart: symbol, seconds: signalCandleSeconds, averages: 1 } as const
}
