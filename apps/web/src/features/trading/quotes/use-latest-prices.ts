import { useQuery } from '@tanstack/react-query'
import { tradingCalls } from '@tradefront/contract/trading'

import { callQuery } from '../../../platform/api/call-query.ts'

const refreshMs = 3000
const dayRefreshMs = 300_000

/** Latest price and hourly prices of the last day, by symbol. Live prices exist only for symbols on a chart. */
export type LatestPrices = {
  readonly getPrice: (symbol: string) => number | null
  readonly getDay: (symbol: string) => readonly number[]
}

/** Loads the latest prices. Lists of symbols that are shown at the same time share the requests. */
export function useLatestPrices(isEnabled: boolean): LatestPrices {
  const quotes = useQuery({
    ...callQuery(tradingCalls.listQuotes, {}),
    enabled: isEnabled,
    refetchInterval: refreshMs,
  })
  const days = useQuery({
    ...callQuery(tradingCalls.listDayPrices, {}),
    enabled: isEnabled,
    refetchInterval: dayRefreshMs,
    staleTime: dayRefreshMs,
  })
  const prices = new Map(isEnabled ? quotes.data?.quotes.map(([name, price]) => [name, price]) : [])
  const courses = new Map(isEnabled ? days.data?.symbols : [])
  return { getPrice: (symbol) => prices.get(symbol) ?? null, getDay: (symbol) => courses.get(symbol) ?? [] }
}
