import type { Prize } from '@tradefront/rules/tournaments/prizes'
import { sql } from 'kysely'

import { type Clock, dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

/** Two verified demo traders have won the tournament of last week: cash above the approval limit, and an item that must be sent. */
export async function seedDemoPrizes(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    const winners = await trx
      .selectFrom('user_accounts')
      .select('id')
      .where('email', 'in', ['olivia@demo.example', 'lukas@demo.example'])
      .where('verification', '=', 'Full')
      .orderBy('email', 'desc')
      .execute()
    const [first, second] = winners
    if (first === undefined || second === undefined) return
    const { rows } = await sql<{ startsAt: Date }>`
      select date_bin('7 days', ${new Date(now.getTime() - 7 * dayMs)}::timestamptz, '2001-01-01 00:00Z') as "startsAt"`.execute(
      trx,
    )
    const startsAt = rows[0]?.startsAt ?? now
    const results = [first, second].map(({ id }, index) => ({
      userId: id,
      symbol: 'EURUSD',
      at: new Date(startsAt.getTime() + dayMs + index * 1000),
      isResult: true,
      profit: 640_000 - index * 130_000,
      ownStake: 900_000,
      ownEdge: 80_000,
    }))
    await sql`select record_tournament_results(${JSON.stringify(results)}::jsonb)`.execute(trx)
    const prizes: readonly Prize[] = [
      { kind: 'cash', amount: 10_000 },
      { kind: 'item', item: 'iPad', amount: 1500 },
    ]
    await sql`
      update tournaments
         set begun_prizes = ${JSON.stringify(prizes)}::jsonb, finished_at = ends_at + interval '2 minutes'
       where type = 'weekly' and starts_at = ${startsAt}`.execute(trx)
    await sql`
      insert into tournament_prizes (id, tournament_id, rank, user_id, score, kind, amount, item, currency, rate, paid, created_at,
                                     verify_until, needs_approval)
      select gen_random_uuid(), t.id, w.rank, w.user_id, s.score, w.kind, w.amount, w.item, w.currency, w.rate, w.paid, t.finished_at,
             t.finished_at + interval '14 days', w.kind = 'cash'
        from tournaments t,
             (values (1, ${first.id}::bigint, 'cash', 1000000::bigint, null::text, 'USD', 1::numeric, 1000000::bigint),
                     (2, ${second.id}::bigint, 'item', 150000, 'iPad', null, null, null))
               w(rank, user_id, kind, amount, item, currency, rate, paid)
        join tournament_scores s on s.user_id = w.user_id
       where t.type = 'weekly' and t.starts_at = ${startsAt} and s.tournament_id = t.id`.execute(trx)
    await sql`
      update tournament_prizes set settled_at = created_at where user_id = ${second.id} and kind = 'item' and settled_at is null`.execute(
      trx,
    )
  })
}
