import { ok, refuse, type Result } from '@tradefront/rules/result'
import { findSymbol } from '@tradefront/rules/trading/symbols'

import type { ActionHandlers, AppContext, Signers } from '../../context.ts'
import { allSymbols, endStop, insertStop } from './stop-store.ts'

/** Actions to stop trading. While it is stopped, nothing is bought or sold. Open trades end at their time. */
export const tradingActions: ActionHandlers = {
  'trading.stop': (context, { symbol }, by) => change(context, 'trading.stop', symbol, by),
  'trading.resume': (context, { symbol }, by) => change(context, 'trading.resume', symbol, by),
}

async function change(
  { db, clock }: AppContext,
  action: 'trading.stop' | 'trading.resume',
  symbol: string,
  by: Signers,
): Promise<Result> {
  if (symbol !== allSymbols && findSymbol(symbol) === undefined) return refuse('trading.unknown_symbol')
  const isStop = action === 'trading.stop'
  const isChanged = await (isStop ? insertStop : endStop)(db, symbol, {
    by,
    action,
    subject: `symbol:${symbol}`,
    at: clock.now(),
    before: { isStopped: !isStop },
    after: { isStopped: isStop },
  })
  return isChanged ? ok() : refuse('desk.changed')
}
