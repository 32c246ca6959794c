import { type Coin, coins, type InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { sql } from 'kysely'

import { dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

/** Longer than a node or a server should be down. */
const keptMs = 7 * dayMs

export function createRateStore(db: Db) {
  return {
    /** The latest of each coin. */
    async listRates(): Promise<Map<Coin, { readonly usd: number; readonly at: Date }>> {
      const { rows } = await sql<{ coin: Coin; usd: number; at: Date }>`
        select c.coin, r.usd::double precision as usd, r.at
          from unnest(${[...coins]}::text[]) as c(coin), lateral (
                 select usd, at from crypto_rates where coin = c.coin order by at desc limit 1) r`.execute(db)
      return new Map(rows.map(({ coin, usd, at }) => [coin, { usd, at }]))
    },

    /** The rate that was fresh at a time, else the first one after it. Null while there is none. */
    async findUsdAt(coin: InvoiceCoin, at: Date, maxAgeMs: number): Promise<number | null> {
      const { rows } = await sql<{ usd: number }>`
        (select usd::double precision as usd, 1 as place from crypto_rates
          where coin = ${coin} and at between ${new Date(at.getTime() - maxAgeMs)} and ${at} order by at desc limit 1)
        union all
        (select usd::double precision, 2 from crypto_rates where coin = ${coin} and at > ${at} order by at limit 1)
        order by place limit 1`.execute(db)
      return rows[0]?.usd ?? null
    },

    /** Forgets as many that are too old. */
    async saveRates(usd: Readonly<Partial<Record<Coin, number>>>, at: Date): Promise<void> {
      await sql`
        with given as (
          select key as coin, value::numeric as usd from jsonb_each_text(${JSON.stringify(usd)}::jsonb)
        ), forgotten as (
          delete from crypto_rates
           where (coin, at) in (
                   select o.coin, o.at
                     from given, lateral (
                            select coin, at from crypto_rates
                             where coin = given.coin and at < ${new Date(at.getTime() - keptMs)} order by at limit 2) o)
        )
        insert into crypto_rates (coin, usd, at) select coin, usd, ${at}::timestamptz from given
        on conflict (coin, at) do nothing`.execute(db)
    },
  }
}
