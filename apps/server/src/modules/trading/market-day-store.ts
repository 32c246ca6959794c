import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { AnnouncedDay, MarketDayStore } from '../../gateways/market/simulated-days.ts'
import type { Clock } from '../../platform/clock.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'

const context = 'market:secret'
const secretBytes = 32

type MarketDayStoreDeps = { readonly db: Db; readonly seal: Seal; readonly clock: Clock }

export function createMarketDayStore({ db, seal, clock }: MarketDayStoreDeps) {
  const findSealed = () => db.selectFrom('market_secrets').select('sealed').executeTakeFirst()
  const selectDays = () => db.selectFrom('market_days').select(['date', 'seed_hash', 'announced_at'])

  return {
    async loadSecret(): Promise<Buffer> {
      const stored = await findSealed()
      if (stored !== undefined) return seal.openBytes(stored.sealed, context)
      await db
        .insertInto('market_secrets')
        .values({ id: 1, sealed: seal.sealBytes(randomBytes(secretBytes), context), created_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      // Another server can have been first.
      return seal.openBytes((await findSealed())?.sealed ?? Buffer.alloc(0), context)
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
}

function toAnnouncedDay(row: { readonly date: string; readonly seed_hash: Buffer; readonly announced_at: Date }) {
  return { date: row.date, seedHash: row.seed_hash, announcedAt: row.announced_at }
}
