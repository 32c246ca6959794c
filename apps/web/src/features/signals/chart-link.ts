import { signalCandleSeconds } from '@tradefront/rules/signals/crossings'

/** Of the trading screen: shows the candles of a signal, with both averages. */
export function toChartSearch({ symbol }: { readonly symbol: string }) {
  return { chart: symbol, seconds: signalCandleSeconds, averages: 1 } as const
}
