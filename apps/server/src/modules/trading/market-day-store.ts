import { randomBytes } from 'node:crypto'

import { symbols, toPoints } from '@tradefront/rules/trading/symbols'
import { sql } from 'kysely'
import * as z from 'zod'

import {
  type AnnouncedDay,
  type MarketDayStore,
  type MarketOrigin,
  toDay,
} from '../../gateways/market/simulated-days.ts'
import type { Clock } from '../../platform/clock.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'

const context = 'market:secret'
const secretBytes = 32
const startPointsSchema = z.record(z.string(), z.int().positive())

type MarketDayStoreDeps = { readonly db: Db; readonly seal: Seal; readonly clock: Clock }

export function createMarketDayStore({ db, seal, clock }: MarketDayStoreDeps) {
  const findSealed = () => db.selectFrom('market_secrets').select('sealed').executeTakeFirst()
  const findOrigin = () =>
    db.selectFrom('market_secrets').select(['sealed', 'created_at', 'start_points']).executeTakeFirst()
  const selectDays = () => db.selectFrom('market_days').select(['date', 'seed_hash', 'announced_at'])

  return {
    async loadOrigin(): Promise<MarketOrigin> {
      const stored = await findOrigin()
      if (stored !== undefined) return toOrigin(stored)
      const startPoints = symbols.map(({ name, digits, simulated }) => [name, toPoints(simulated.start, digits)])
      await db
        .insertInto('market_secrets')
        .values({
          id: 1,
          sealed: seal.sealBytes(randomBytes(secretBytes), context),
          created_at: clock.now(),
          start_points: JSON.stringify(Object.fromEntries(startPoints)),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      // Another server can have been first.
      return toOrigin(await findOrigin())
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

    resealSecret: (): Promise<ResealCount> =>
      resealRows(
        seal,
        async (after: number | null) => {
          const stored = after === null ? await findSealed() : undefined
          return stored === undefined ? [] : [{ id: 1, sealed: stored.sealed, context }]
        },
        async (_row, sealed, before) => {
          await db.updateTable('market_secrets').set({ sealed }).where('sealed', '=', before).execute()
        },
      ),
  } satisfies MarketDayStore & { readonly resealSecret: () => Promise<ResealCount> }

  function toOrigin(row: Awaited<ReturnType<typeof findOrigin>>): MarketOrigin {
    if (row === undefined) throw new Error('the market has no secret')
    return {
      secret: seal.openBytes(row.sealed, context),
      day: toDay(row.created_at.getTime()),
      startPoints: startPointsSchema.parse(row.start_points),
    }
  }
}

function toAnnouncedDay(row: { readonly date: string; readonly seed_hash: Buffer; readonly announced_at: Date }) {
  return { date: row.date, seedHash: row.seed_hash, announcedAt: row.announced_at }
}
