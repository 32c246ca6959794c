import type { Currency } from '@tradefront/rules/ledger/money'
import type { Direction, TradeState } from '@tradefront/rules/trading/options'

import type { Trade } from '../../../src/modules/trading/trade.ts'
import type { TradingWorld } from './trading-world.ts'

/** A trade in minor units and points. */
export type TradeRow = Trade & {
  readonly currency: Currency
  readonly direction: Direction
  readonly state: TradeState
  readonly isLadder: boolean
  /** Number of entries of the opening. */
  readonly openings: number
  readonly closings: number
  /** When the end was booked, by the clock of the server. */
  readonly closingAt: Date | null
  readonly isOpposite: boolean
  /** True if the trade was open when a tournament began or ended. */
  readonly isValued: boolean
  readonly turnover: number
}

export type AccountRow = {
  readonly userId: number
  readonly cash: number
  readonly bonus: number
  readonly practice: number
  readonly lowest: number
  /** Bonus money that was given up. */
  readonly taken: number
  /** Number of balances that are not the sum of their lines, and of entries that do not balance. */
  readonly differences: number
  readonly tradeCount: number
  readonly turnover: number
  /** Requirements, the oldest first. */
  readonly requirements: readonly {
    readonly required: number
    readonly done: number
    readonly isCancelled: boolean
    readonly releaseMax: number
    /** Null: the turnover is not done. */
    readonly released: number | null
  }[]
  /** Cash that bonuses have released. */
  readonly gained: number
}

const tradesQuery = `
  select t.id, t.user_id as "userId", t.practice as "isPractice", t.symbol, t.direction, t.currency, t.stake,
         t.bonus_stake as "bonusStake", t.payout_percent as "payoutPercent", t.simulated as "isSimulated", t.digits, t.open_points as "openPoints",
         coalesce(t.strike_points, t.open_points) as "strikePoints", t.strike_points is not null as "isLadder",
         t.quoted_at as "quotedAt", t.arrived_at as "arrivedAt", t.entry_round as "entryRound", t.opened_at as "openedAt", 
         (select jsonb_build_object('atMs', floor(extract(epoch from s.sale_at) * 1000), 'least', s.least, 'state', s.state,
                                    'refusal', s.refusal, 'value', s.value)
            from trade_sales s where s.trade_id = t.id order by s.sale_at desc limit 1) as sale, t.refusal,
         t.expires_at as "expiresAt", t.state,
         t.is_opposite as "isOpposite", exists (select from trade_values v where v.trade_id = t.id) as "isValued", t.close_points as "closePoints", t.closed_at as "closedAt", t.returned,
         (select count(*)::integer from ledger_entries e where e.kind = 'trade.opened' and e.subject = 'trade:' || t.id) as openings,
         (select count(*)::integer from ledger_entries e where e.kind = 'trade.closed' and e.subject = 'trade:' || t.id) as closings,
         coalesce((select max(e.created_at) from ledger_entries e where e.kind = 'trade.closed' and e.subject = 'trade:' || t.id),
                  (select max(v.created_at) from turnover_events v where v.source = 'trade:' || t.id)) as "closingAt",
         (select coalesce(sum(v.amount), 0)::bigint from turnover_events v where v.source = 'trade:' || t.id) as turnover
    from trades t where t.user_id = any($1) order by t.opened_at, t.id`

const accountsQuery = `
  select u.id as "userId",
         (select coalesce(sum(amount) filter (where account = 'cash'), 0)::bigint from ledger_balances where user_id = u.id) as cash,
         (select coalesce(sum(amount) filter (where account = 'bonus'), 0)::bigint from ledger_balances where user_id = u.id) as bonus,
         (select coalesce(sum(amount) filter (where account = 'practice'), 0)::bigint from ledger_balances where user_id = u.id)
           as practice,
         (select coalesce(min(amount), 0)::bigint from ledger_balances where user_id = u.id) as lowest,
         (select coalesce(-sum(l.amount), 0)::bigint from ledger_entries e join ledger_lines l on l.entry_id = e.id
           where l.user_id = u.id and l.account = 'bonus' and e.kind like 'bonus.%') as taken,
         (select coalesce(sum(l.amount), 0)::bigint from ledger_entries e join ledger_lines l on l.entry_id = e.id
           where l.user_id = u.id and l.account = 'cash' and e.kind like 'bonus.%') as gained,
         (select count(*)::integer from ledger_balances b where b.user_id = u.id and b.amount <>
             (select coalesce(sum(l.amount), 0) from ledger_lines l
               where l.user_id = u.id and l.account = b.account and l.currency = b.currency))
         + (select count(*)::integer from (
             select from ledger_lines l where l.entry_id in (select entry_id from ledger_lines where user_id = u.id)
              group by l.entry_id, l.currency having sum(l.amount) <> 0) unbalanced) as differences,
         coalesce((select sum(count) from trade_counts where user_id = u.id), 0)::integer as "tradeCount",
         (select coalesce(sum(amount), 0)::bigint from turnover_events where user_id = u.id) as turnover,
         (select coalesce(json_agg(json_build_object('required', required, 'done', done, 'isCancelled', cancelled_at is not null,
                   'releaseMax', release_max, 'released', released)
                   order by created_at, id), '[]')
            from wagering_requirements where user_id = u.id) as requirements
    from users u where u.id = any($1)`

export function readTrades({ scheduler, traders }: TradingWorld): Promise<TradeRow[]> {
  return scheduler.queryDatabase<TradeRow>(tradesQuery, [traders.map(({ id }) => id)])
}

export function readAccounts({ scheduler, traders }: TradingWorld): Promise<AccountRow[]> {
  return scheduler.queryDatabase<AccountRow>(accountsQuery, [traders.map(({ id }) => id)])
}

/** Reads exposures by symbol, direction and minute. Only this simulation trades in this database. */
export async function readExposures({ scheduler }: TradingWorld): Promise<Map<string, number>> {
  const rows = await scheduler.queryDatabase<{ where: string; loss: number }>(
    `select symbol || ' ' || direction || ' ' || (extract(epoch from minute) * 1000)::bigint as "where", loss from trade_exposures`,
    [],
  )
  return new Map(rows.map(({ where, loss }) => [where, loss]))
}
