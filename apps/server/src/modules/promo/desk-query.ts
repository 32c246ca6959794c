import type { DeskPromoCode } from '@tradefront/contract/desk-marketing'
import type { Currency } from '@tradefront/rules/ledger/money'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { listPromoCodes } from './promo-code-store.ts'

const maxListed = 500

type Given = { readonly code: string; readonly currency: Currency; readonly amount: number }

/** Lists codes, newest first, with the bonuses that each has given. */
export async function listDeskPromoCodes(db: Db): Promise<DeskPromoCode[]> {
  const codes = await listPromoCodes(db, maxListed)
  const { rows } = await sql<Given>`
    select code, currency, sum(bonus)::bigint as amount from promo_redemptions
     where state = 'used' and code = any(${codes.map(({ code }) => code)}::text[])
     group by code, currency order by code, currency`.execute(db)
  return codes.map(({ startsAt, endsAt, createdAt, ...terms }) => ({
    ...terms,
    startsAtMs: startsAt.getTime(),
    endsAtMs: endsAt?.getTime() ?? null,
    createdAtMs: createdAt.getTime(),
    given: rows.filter(({ code }) => code === terms.code).map(({ currency, amount }) => ({ currency, amount })),
  }))
}
