import { symbols } from '@tradefront/rules/trading/symbols'

/** What of the list is shown, in the address. Without a day it is today, in UTC. */
export type TradeSearch = {
  readonly day?: string | undefined
  readonly symbol?: string | undefined
  readonly trader?: string | undefined
}

/** Reads the filter of an address. Wrong values count as missing. */
export function readTradeFilter({ day, symbol, trader }: Record<string, unknown>): TradeSearch {
  return {
    ...(typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) && { day }),
    ...(symbols.some(({ name }) => name === symbol) && { symbol: String(symbol) }),
    ...(isTraderNumber(String(trader)) && { trader: String(trader) }),
  }
}

export function isTraderNumber(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text.trim())
}
