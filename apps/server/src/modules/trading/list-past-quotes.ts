import { type PastQuote, pastQuotesMs } from '@tradefront/contract/trading'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { findSymbol, toPrice } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'

/** `isComplete`: no more quotes can be added. */
type PastQuotes = { readonly quotes: PastQuote[]; readonly isComplete: boolean }

/** Lists the prices of the five minutes from a time on, until now, exactly as they were quoted. */
export async function listPastQuotes(
  { market, clock }: Pick<AppContext, 'market' | 'clock'>,
  name: string,
  fromMs: number,
): Promise<Result<PastQuotes>> {
  const symbol = findSymbol(name)
  if (symbol === undefined) return refuse('trading.unknown_symbol')
  const nowMs = clock.now().getTime()
  if (fromMs > nowMs) return refuse('trading.replay_future')
  const lastMs = fromMs + pastQuotesMs - 1
  const first = await market.findFirstQuote(name, 0, nowMs)
  if (first == null || first.atMs > lastMs) return refuse('trading.no_past_prices', {}, { firstAtMs: first?.atMs })
  const quotes = await market.listQuotes(name, fromMs, lastMs)
  const next = await market.findFirstQuote(name, (quotes.at(-1)?.atMs ?? fromMs - 1) + 1, lastMs)
  return ok({
    quotes: quotes.map(({ points, atMs }) => [toPrice(points, symbol.digits), atMs]),
    isComplete: next === null,
  })
}
