import { randomBytes } from 'node:crypto'

import type { RateCode } from '@tradefront/rules/rates/rate-codes'
import { computeStartPoints } from '@tradefront/rules/trading/start-prices'
import { symbols } from '@tradefront/rules/trading/symbols'
import { sql } from 'kysely'

import {
  type AnnouncedDay,
  type MarketDayStore,
  type MarketOrigin,
  toDay,
} from '../../gateways/market/simulated-days.ts'
import type { AppContext } from '../../context.ts'
import type { Clock } from '../../platform/clock.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'

const sealContext = 'market:secret'
const secretBytes = 32

type MarketDayStoreDeps = {
  readonly db: Db
  readonly seal: Seal
  readonly clock: Clock
  /** Fresh exchange rates, with which the market of a new installation begins. Empty: none are known. */
  readonly readStartRates: () => Promise<ReadonlyMap<RateCode, number>>
}

export function createMarketDayStore({ db, seal, clock, readStartRates }: MarketDayStoreDeps) {
  const selectDays = () => db.selectFrom('market_days').select(['date', 'seed_hash', 'announced_at'])

  return {
    async loadOrigin(): Promise<MarketOrigin> {
      if ((await findSealed(db)) === undefined) await install(await readStartRates())
      const stored = await findSealed(db)
      if (stored === undefined) throw new Error('the market has no secret')
      return {
        secret: seal.openBytes(stored.sealed, sealContext),
        day: toDay(stored.created_at.getTime()),
        startPoints: await loadStartPoints(),
      }
    },

    async listDays(): Promise<readonly AnnouncedDay[]> {
      return (await selectDays().orderBy('date').execute()).map(toAnnouncedDay)
    },

    async findDay(date: string): Promise<AnnouncedDay | null> {
      const row = await selectDays().where('date', '=', date).executeTakeFirst()
      return row === undefined ? null : toAnnouncedDay(row)
    },

    async announceDays(days: readonly Omit<AnnouncedDay, 'announcedAt'>[], at: Date): Promise<void> {
      const hashes = days.map(({ seedHash }) => seedHash.toString('hex'))
      await sql`
        insert into market_days (date, seed_hash, announced_at)
        select date, decode(hash, 'hex'), ${at}
          from unnest(${days.map(({ date }) => date)}::date[], ${hashes}::text[]) as day(date, hash)
        on conflict do nothing`.execute(db)
    },
  } satisfies MarketDayStore

  /** Another server can be first: then all is as it has stored it. */
  async function install(rates: ReadonlyMap<RateCode, number>): Promise<void> {
    await sql`
      with installed as (
        insert into market_secrets (id, sealed, created_at)
        values (1, ${seal.sealBytes(randomBytes(secretBytes), sealContext)}, ${clock.now()})
        on conflict do nothing
        returning id
      )
      insert into market_starts (symbol, points)
      select symbol, points from unnest(${names}::text[], ${listStartPoints(rates)}::bigint[]) as start(symbol, points)
       where exists (select from installed)`.execute(db)
  }

  /** A symbol that was added since is stored now, so that its prices never change with its constant. */
  async function loadStartPoints(): Promise<MarketOrigin['startPoints']> {
    const findStarts = () => db.selectFrom('market_starts').select(['symbol', 'points']).execute()
    const starts = await findStarts()
    if (names.every((name) => starts.some(({ symbol }) => symbol === name))) return toRecord(starts)
    await sql`
      insert into market_starts (symbol, points)
      select symbol, points from unnest(${names}::text[], ${listStartPoints(new Map())}::bigint[]) as start(symbol, points)
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

const names = symbols.map(({ name }) => name)

function listStartPoints(rates: ReadonlyMap<RateCode, number>): number[] {
  return symbols.map((symbol) => computeStartPoints(symbol, rates))
}

function toRecord(starts: readonly { readonly symbol: string; readonly points: number }[]): Record<string, number> {
  return Object.fromEntries(starts.map(({ symbol, points }) => [symbol, points]))
}

function toAnnouncedDay(row: { readonly date: string; readonly seed_hash: Buffer; readonly announced_at: Date }) {
  return { date: row.date, seedHash: row.seed_hash, announcedAt: row.announced_at }
}
