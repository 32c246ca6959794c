import { tradingCalls } from '@tradefront/contract/trading'

import type { Quotes } from './simulated-rates.ts'

const timeoutMs = 3000

/**
 * Fetches quotes by the product's public call.
 * @throws if it does not answer with quotes
 */
export async function fetchQuotes(serverUrl: string): Promise<Quotes> {
  const response = await fetch(`${serverUrl}${tradingCalls.listQuotes.path}`, {
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { quotes } = tradingCalls.listQuotes.reply.parse(await response.json())
  return Object.fromEntries(quotes.map(([symbol, price]) => [symbol, price]))
}
