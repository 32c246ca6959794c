import { randomBytes } from 'node:crypto'

import type { BeaconChain } from '@tradefront/rules/trading/beacon/beacon-chain'
import { getRoundTime } from '@tradefront/rules/trading/beacon/beacon-chain'
import type { RateCode } from '@tradefront/rules/rates/rate-codes'
import { computeStartPoints } from '@tradefront/rules/trading/start-prices'
import { symbols } from '@tradefront/rules/trading/symbols'
import { epochMs, marginMs } from '@tradefront/rules/trading/walk/epoch'
import { planGap } from '@tradefront/rules/trading/walk/market-gap'
import type { WalkState } from '@tradefront/rules/trading/walk/price-walk'
import { getWindowStart, windowMs } from '@tradefront/rules/trading/walk/seed-tree'
import { sql } from 'kysely'

import type {
  AnnouncedDay,
  MarketOrigin,
  RecordedWindow,
  SymbolStart,
  WalkStore,
} from '../../gateways/market/walk-store.ts'
import type { AppContext } from '../../context.ts'
import type { Clock } from '../../platform/clock.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import { createMarketQuoteStore, recordedSeconds } from './market-quote-store.ts'

const sealContext = 'market:secret'
const secretBytes = 32

type WalkStoreDeps = {
  readonly db: Db
  readonly seal: Seal
  readonly clock: Clock
  /** Reads fresh exchange rates, with which the market of a new installation begins. Empty: none are known. */
  readonly readStartRates: () => Promise<ReadonlyMap<RateCode, number>>
}

export function createWalkStore({ db, seal, clock, readStartRates }: WalkStoreDeps): WalkStore {
  const recordings = createMarketQuoteStore(db)

  return {
    async loadOrigin(getChain): Promise<MarketOrigin> {
      if ((await findSealed(db)) === undefined) await install(getChain(), await readStartRates())
      const [stored, chain] = await Promise.all([findSealed(db), findChain(db)])
      if (stored === undefined || chain === undefined) throw new Error('the market has no secret')
      return {
        secret: seal.openBytes(stored.sealed, sealContext),
        chain,
        starts: await loadStarts(),
      }
    },

    async listDays(): Promise<readonly AnnouncedDay[]> {
      return db
        .selectFrom('market_days')
        .select(['date', 'root', 'announced_at as announcedAt'])
        .orderBy('date')
        .execute()
    },

    async announceDays(days, at): Promise<void> {
      await sql`
        insert into market_days (date, root, announced_at)
        select date, decode(root, 'hex'), ${at}
          from unnest(${days.map(({ date }) => date)}::date[], ${days.map(({ root }) => root.toString('hex'))}::text[]) as day(date, root)
        on conflict do nothing`.execute(db)
    },

    async listGaps() {
      const rows = await db.selectFrom('market_gaps').select(['from_at', 'to_at']).orderBy('from_at').execute()
      return rows.map(({ from_at: from, to_at: to }) => ({ fromMs: from.getTime(), toMs: to.getTime() }))
    },

    async readRounds(from, to) {
      const { rows } = await sql<{ round: number; signature: string }>`
        select round, encode(signature, 'hex') as signature from beacon_rounds
         where round between ${from} and ${to} order by round`.execute(db)
      return rows
    },

    async addRounds(rounds): Promise<void> {
      await sql`
        insert into beacon_rounds (round, signature)
        select round, decode(signature, 'hex')
          from unnest(${rounds.map(({ round }) => round)}::bigint[], ${rounds.map(({ signature }) => signature)}::text[])
            as given(round, signature)
        on conflict do nothing`.execute(db)
    },

    async findLatestStates() {
      const { rows } = await sql<StateRow>`
        select symbol, window_start, start_points, sum from market_states
         where window_start = (select max(window_start) from market_states)`.execute(db)
      return rows.map((row) => ({ symbol: row.symbol, state: toState(row) }))
    },

    async listStates(windowStartMs) {
      const { rows } = await sql<StateRow>`
        select symbol, window_start, start_points, sum from market_states
         where window_start = ${new Date(windowStartMs)} order by symbol`.execute(db)
      return rows.map((row) => ({ symbol: row.symbol, state: toState(row) }))
    },

    async findState(symbol, windowStartMs): Promise<WalkState | null> {
      const row = await db
        .selectFrom('market_states')
        .select(['symbol', 'window_start', 'start_points', 'sum'])
        .where('symbol', '=', symbol)
        .where('window_start', '=', new Date(windowStartMs))
        .executeTakeFirst()
      return row === undefined ? null : toState(row)
    },

    async recordWindow({ startMs, states, candles }: RecordedWindow): Promise<void> {
      await sql`
        with added as (
          insert into market_states (symbol, window_start, start_points, sum)
          select symbol, ${new Date(startMs)}, start_points, sum
            from unnest(${states.map(({ symbol }) => symbol)}::text[], ${states.map(({ state }) => state.startPoints)}::bigint[],
                        ${states.map(({ state }) => state.sum)}::bigint[]) as given(symbol, start_points, sum)
          on conflict do nothing returning symbol
        ), minutes as (
          select c.symbol, c.at, c.open, c.high, c.low, c.close
            from added a
            join unnest(${candles.map(({ symbol }) => symbol)}::text[],
                        ${candles.map(({ candle }) => new Date(candle.startMs))}::timestamptz[],
                        ${candles.map(({ candle }) => candle.open)}::bigint[], ${candles.map(({ candle }) => candle.high)}::bigint[],
                        ${candles.map(({ candle }) => candle.low)}::bigint[], ${candles.map(({ candle }) => candle.close)}::bigint[])
              as c(symbol, at, open, high, low, close) using (symbol)
        )
        insert into market_candles as c (symbol, seconds, starts_at, open, high, low, close)
        select symbol, s.seconds, date_bin(make_interval(secs => s.seconds), at, 'epoch'), (array_agg(open order by at))[1],
               max(high), min(low), (array_agg(close order by at desc))[1]
          from minutes, unnest(${[...recordedSeconds]}::integer[]) as s(seconds)
         group by 1, 2, 3
        on conflict (symbol, seconds, starts_at) do update
           set high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), close = excluded.close`.execute(
        db,
      )
    },

    async listCandles(symbol, seconds, beforeMs, limit) {
      return db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          const candles = await createMarketQuoteStore(trx).listCandles(symbol, seconds, beforeMs, limit)
          const { rows } = await sql<{ until: Date | null }>`
          select max(window_start) as until from market_states where symbol = ${symbol}`.execute(trx)
          return { candles, recordedUntilMs: rows[0]?.until?.getTime() ?? null }
        })
    },

    async claimRecording(holder, now, leaseMs) {
      const { rows } = await sql<{
        claimed_until: Date
      }>`select claimed_until from market_recorders`.execute(db)
      const isRecorder = await recordings.claimRecording(holder, now, leaseMs)
      const [before] = rows
      return {
        isRecorder,
        idleMs: before === undefined ? 0 : Math.max(0, now.getTime() - before.claimed_until.getTime()),
      }
    },

    endRecording: recordings.endRecording,

    async skipGap(chain: BeaconChain, restartedAt: Date): Promise<void> {
      const { rows } = await sql<{ round: number | null; last_expiry: Date | null }>`
        select (select max(round) from beacon_rounds) as round,
               (select max(expires_at) from trades where simulated and state = 'open') as last_expiry`.execute(db)
      const [facts] = rows
      if (facts?.round == null) return
      const stoppedAtMs = getRoundTime(chain, facts.round) + marginMs + epochMs - 1
      const lastExpiryMs = facts.last_expiry?.getTime() ?? null
      const gap = planGap(chain, { stoppedAtMs, lastExpiryMs, restartedAtMs: restartedAt.getTime() })
      if (gap === null) return
      await sql`
        insert into market_gaps (from_at, to_at) values (${new Date(gap.fromMs)}, ${new Date(gap.toMs)})
        on conflict do nothing`.execute(db)
    },
  }

  /** Stores where prices come from. If another server was first, everything stays as that one stored it. */
  async function install(chain: BeaconChain, rates: ReadonlyMap<RateCode, number>): Promise<void> {
    const now = clock.now()
    const { hash, publicKey, genesisSeconds, groupHash, beaconId } = chain
    await sql`
      with installed as (
        insert into market_secrets (id, sealed, created_at)
        values (1, ${seal.sealBytes(randomBytes(secretBytes), sealContext)}, ${now})
        on conflict do nothing
        returning id
      ), chain as (
        insert into beacon_chains (id, hash, public_key, genesis_seconds, group_hash, beacon_id)
        select id, ${hash}, ${publicKey}, ${genesisSeconds}::bigint, ${groupHash}, ${beaconId} from installed
      )
      insert into market_starts (symbol, points, starts_at)
      select symbol, points, date_bin('1 minute', ${now}::timestamptz, 'epoch')
        from unnest(${names}::text[], ${listStartPoints(rates)}::bigint[]) as start(symbol, points)
       where exists (select from installed)`.execute(db)
  }

  /**
   * Loads where walks begin. A symbol that was added since begins with the next five minutes, on all servers. Its prices never change with
   * its constant.
   */
  async function loadStarts(): Promise<MarketOrigin['starts']> {
    const findStarts = () => db.selectFrom('market_starts').select(['symbol', 'points', 'starts_at']).execute()
    const starts = await findStarts()
    if (names.every((name) => starts.some(({ symbol }) => symbol === name))) return toRecord(starts)
    const startsAt = new Date(getWindowStart(clock.now().getTime()) + windowMs)
    await sql`
      insert into market_starts (symbol, points, starts_at)
      select symbol, points, ${startsAt} from unnest(${names}::text[], ${listStartPoints(new Map())}::bigint[]) as start(symbol, points)
      on conflict do nothing`.execute(db)
    return toRecord(await findStarts())
  }
}

export function resealMarketSecret({ db, seal }: AppContext): Promise<ResealCount> {
  return resealRows(
    seal,
    async (after: number | null) => {
      const stored = after === null ? await findSealed(db) : undefined
      return stored === undefined ? [] : [{ id: 1, sealed: stored.sealed, context: sealContext }]
    },
    async (_row, sealed, before) => {
      await db.updateTable('market_secrets').set({ sealed }).where('sealed', '=', before).execute()
    },
  )
}

function findSealed(db: Db) {
  return db.selectFrom('market_secrets').select(['sealed', 'created_at']).executeTakeFirst()
}

function findChain(db: Db): Promise<BeaconChain | undefined> {
  return db
    .selectFrom('beacon_chains')
    .select(['hash', 'public_key as publicKey', 'genesis_seconds as genesisSeconds'])
    .select(['group_hash as groupHash', 'beacon_id as beaconId'])
    .executeTakeFirst()
}

type StateRow = {
  readonly symbol: string
  readonly window_start: Date
  readonly start_points: number
  readonly sum: number
}

function toState({ window_start: start, start_points: startPoints, sum }: StateRow): WalkState {
  return { epochStartMs: start.getTime(), startPoints, sum }
}

const names = symbols.map(({ name }) => name)

function listStartPoints(rates: ReadonlyMap<RateCode, number>): number[] {
  return symbols.map((symbol) => computeStartPoints(symbol, rates))
}

type StartRow = { readonly symbol: string; readonly points: number; readonly starts_at: Date }

function toRecord(rows: readonly StartRow[]): Record<string, SymbolStart> {
  return Object.fromEntries(rows.map(({ symbol, points, starts_at: at }) => [symbol, { points, atMs: at.getTime() }]))
}
