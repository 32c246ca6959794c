import type { DeskSymbol } from '@tradefront/contract/desk-trading'
import { symbols } from '@tradefront/rules/trading/symbols'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { allSymbols, listStops } from './stop-store.ts'

type Open = { readonly symbol: string; readonly trades: number; readonly loss: number; readonly lossMax: number | null }

/** Lists all symbols, with the trades and losses that are still possible after `now`. */
export async function readDeskTrading(
  db: Db,
  now: Date,
): Promise<{ allStoppedAtMs: number | null; symbols: DeskSymbol[] }> {
  const [stops, { rows }] = await Promise.all([
    listStops(db),
    sql<Open>`
      select symbol, coalesce(max(t.trades), 0)::integer as trades, coalesce(max(e.loss), 0)::bigint as loss,
             (array_agg(e.loss_max order by e.loss desc nulls last))[1] as "lossMax"
        from (select symbol, count(*) as trades from trades where state = 'open' and not practice group by symbol) t
             full join (select symbol, loss, loss_max from open_exposures where minute >= date_trunc('minute', ${now}::timestamptz)) e
             using (symbol)
       group by symbol`.execute(db),
  ])
  const findStop = (name: string) => stops.find(({ symbol }) => symbol === name)?.beganAt.getTime() ?? null
  return {
    allStoppedAtMs: findStop(allSymbols),
    symbols: symbols.map(({ name, label }) => {
      const open = rows.find(({ symbol }) => symbol === name)
      return {
        name,
        label,
        stoppedAtMs: findStop(name),
        openTrades: open?.trades ?? 0,
        loss: open?.loss ?? 0,
        lossMax: open?.lossMax ?? null,
      }
    }),
  }
}
