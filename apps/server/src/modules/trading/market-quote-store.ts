import { type Candle, type CandleSeconds, mergeCandles } from '@tradefront/rules/trading/candles'
import { type RawBuilder, sql } from 'kysely'

import type { RecordedQuote } from '../../gateways/market/market-feed.ts'
import type { MarketQuoteStore, RecordedQuotes } from '../../gateways/market/stream-feed.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

/** Lengths of the candles that are recorded; the others are made of them. */
export const recordedSeconds = [60, 3600, 86_400] as const

type QuoteRow = {
  readonly symbol: string
  readonly at: Date
  readonly points: number
  readonly traded_at: Date
  readonly trades: readonly number[]
}

const quoteColumns = sql`symbol, at, points, traded_at, to_jsonb(trades) as trades`

/** Creates the store that the feed reads and writes. */
export function createMarketQuoteStore(db: Db): MarketQuoteStore {
  /** Reads quotes and how far they are recorded, at the same moment. */
  const readQuotes = async (quotes: RawBuilder<unknown>): Promise<RecordedQuotes> => {
    const { rows } = await sql<{ recorded_until: Date | null } & (QuoteRow | { [Column in keyof QuoteRow]: null })>`
      select r.recorded_until, q.*
        from (select (select recorded_until from market_recorders) as recorded_until) r
        left join (${quotes}) q on true order by q.at`.execute(db)
    // The query returns one row without a symbol if there are no quotes.
    const found = rows.filter((row): row is { recorded_until: Date | null } & QuoteRow => row.symbol !== null)
    return { quotes: found.map(toQuote), untilMs: rows[0]?.recorded_until?.getTime() ?? null }
  }

  return {
    async claimRecording(holder, now, leaseMs) {
      const claimedUntil = new Date(now.getTime() + leaseMs)
      const { numAffectedRows } = await sql`
        insert into market_recorders as r (id, holder, claimed_until, recorded_until)
        values (1, ${holder}, ${claimedUntil}, ${now})
        on conflict (id) do update set holder = excluded.holder, claimed_until = excluded.claimed_until
         where r.holder = excluded.holder or r.claimed_until <= ${now}`.execute(db)
      return numAffectedRows === 1n
    },

    async endRecording(holder, now) {
      await sql`update market_recorders set claimed_until = ${now} where holder = ${holder}`.execute(db)
    },

    async recordQuotes(holder, quotes, now, leaseMs) {
      const { rows } = await sql<{ is_recorded: boolean }>`
        with recorder as (
          select recorded_until from market_recorders
           where holder = ${holder} and claimed_until > ${now} for update
        ), extended as (
          update market_recorders m
             set claimed_until = ${new Date(now.getTime() + leaseMs)},
                 recorded_until = greatest(m.recorded_until, ${now})
            from recorder
        ), given as (
          select g.symbol, g.at, g.points, g.traded_at, g.trades::bigint[] as trades
            from recorder r, unnest(${quotes.map(({ symbol }) => symbol)}::text[],
                                    ${quotes.map(({ atMs }) => new Date(atMs))}::timestamptz[],
                                    ${quotes.map(({ points }) => points)}::bigint[],
                                    ${quotes.map(({ tradedAtMs }) => new Date(tradedAtMs))}::timestamptz[],
                                    ${quotes.map(({ trades }) => `{${trades.join(',')}}`)}::text[])
                   as g(symbol, at, points, traded_at, trades)
           where g.at > r.recorded_until and g.at <= ${now}
        ), added as (
          insert into market_quotes (symbol, at, points, traded_at, trades) select symbol, at, points, traded_at, trades from given
        ), candles as (
          insert into market_candles as c (symbol, seconds, starts_at, open, high, low, close)
          select symbol, s.seconds, date_bin(make_interval(secs => s.seconds), at, 'epoch'), points, points, points, points
            from given, unnest(${[...recordedSeconds]}::integer[]) as s(seconds)
          on conflict (symbol, seconds, starts_at) do update
             set high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), close = excluded.close
        )
        select exists (select 1 from recorder) as is_recorded`.execute(db)
      return rows[0]?.is_recorded === true
    },

    readSince: (afterMs) => readQuotes(sql`select ${quoteColumns} from market_quotes where at > ${new Date(afterMs)}`),

    readRange: (symbol, fromMs, toMs, limit) =>
      readQuotes(sql`
        select ${quoteColumns} from market_quotes
         where symbol = ${symbol} and at between ${new Date(fromMs)} and ${new Date(toMs)} order by at limit ${limit}`),

    async findRecordedMinute(fromMs) {
      const { rows } = await sql<QuoteRow>`
        with minute as (
          select date_bin('1 minute', min(at), 'epoch') as starts_at from market_quotes where at >= ${new Date(fromMs)}
        )
        select ${quoteColumns}
          from market_recorders r, minute m join market_quotes q on q.at >= m.starts_at and q.at < m.starts_at + interval '1 minute'
         where r.recorded_until >= m.starts_at + interval '1 minute'
         order by q.at, q.symbol`.execute(db)
      const quotes = rows.map(toQuote)
      const [first] = quotes
      return first === undefined ? null : { startMs: first.atMs - (first.atMs % minuteMs), quotes }
    },

    async findLatest(symbol) {
      const { rows } = await sql<QuoteRow>`
        select ${quoteColumns} from market_quotes where symbol = ${symbol} order by at desc limit 1`.execute(db)
      return rows.map(toQuote)[0] ?? null
    },

    listCandles: (symbol, seconds, beforeMs, limit) => {
      const endMs = Math.ceil(beforeMs / (seconds * 1000)) * seconds * 1000
      return seconds < 60
        ? buildShortCandles(symbol, seconds, endMs, limit)
        : readLongCandles(symbol, seconds, endMs, limit)
    },
  }

  /** Builds candles from quotes of the time before the last one, so that an outage does not end the history. */
  async function buildShortCandles(
    symbol: string,
    seconds: CandleSeconds,
    endMs: number,
    limit: number,
  ): Promise<Candle[]> {
    const length = sql`make_interval(secs => ${seconds}::integer)`
    const { rows } = await sql<CandleRow>`
      with last as (
        select date_bin(${length}, at, 'epoch') as starts_at from market_quotes
         where symbol = ${symbol} and at < ${new Date(endMs)} order by at desc limit 1
      )
      select date_bin(${length}, q.at, 'epoch') as starts_at, (array_agg(q.points order by q.at))[1] as open,
             max(q.points) as high, min(q.points) as low, (array_agg(q.points order by q.at desc))[1] as close
        from market_quotes q
       where q.symbol = ${symbol} and q.at < ${new Date(endMs)}
         and q.at >= (select starts_at from last) - ${limit - 1}::integer * ${length}
       group by 1 order by 1`.execute(db)
    return rows.map(toCandle)
  }

  async function readLongCandles(
    symbol: string,
    seconds: CandleSeconds,
    endMs: number,
    limit: number,
  ): Promise<Candle[]> {
    const shorter = recordedSeconds.findLast((length) => seconds % length === 0) ?? 60
    const parts = seconds / shorter
    const rowLimit = (limit + 1) * parts
    const { rows } = await sql<CandleRow>`
      select starts_at, open, high, low, close from market_candles
       where symbol = ${symbol} and seconds = ${shorter}::integer and starts_at < ${new Date(endMs)}
       order by starts_at desc limit ${rowLimit}`.execute(db)
    const candles = mergeCandles(rows.toReversed().map(toCandle), seconds)
    // Only the oldest one can lack rows.
    return candles.slice(-limit)
  }
}

/** Deletes the oldest quotes before a time. Returns how many. */
export async function deleteMarketQuotes(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from market_quotes where (symbol, at) in (
      select symbol, at from market_quotes where at < ${before} order by at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

type CandleRow = {
  readonly starts_at: Date
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

function toCandle({ starts_at, ...prices }: CandleRow): Candle {
  return { startMs: starts_at.getTime(), ...prices }
}

function toQuote({ symbol, at, points, traded_at, trades }: QuoteRow): RecordedQuote {
  return { symbol, points, atMs: at.getTime(), tradedAtMs: traded_at.getTime(), trades }
}
