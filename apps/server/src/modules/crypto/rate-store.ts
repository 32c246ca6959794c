import type { Coin } from '@tradefront/rules/crypto/coins'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export function createRateStore(db: Db) {
  return {
    async listRates(): Promise<Map<Coin, { readonly usd: number; readonly at: Date }>> {
      const { rows } = await sql<{ coin: Coin; usd: number; at: Date }>`
        select coin, usd::double precision as usd, at from crypto_rates`.execute(db)
      return new Map(rows.map(({ coin, usd, at }) => [coin, { usd, at }]))
    },

    /** Older rates do not replace newer ones. */
    async saveRates(usd: Readonly<Partial<Record<Coin, number>>>, at: Date): Promise<void> {
      await sql`
        insert into crypto_rates as r (coin, usd, at)
        select given.key, given.value::numeric, ${at} from jsonb_each_text(${JSON.stringify(usd)}::jsonb) as given
        on conflict (coin) do update set usd = excluded.usd, at = excluded.at where r.at < excluded.at`.execute(db)
    },
  }
}
