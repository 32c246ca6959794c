import { findSourceMethod, sourceProcessors, type WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import type { RefundableCapture, ReturnSource } from '@tradefront/rules/withdrawal/plan-payouts'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Withdrawer } from './withdrawal.ts'

/** A card charge, with the processor that made it. Minor units. */
export type SourceCapture = RefundableCapture & {
  readonly processor: string
  readonly cardKind: string | null
  readonly cardHint: string | null
}

export type MoneySources = { readonly sources: readonly ReturnSource[]; readonly captures: readonly SourceCapture[] }

type SourcesRow = {
  readonly paidIn: readonly { readonly processor: string; readonly amount: number }[]
  readonly sent: readonly { readonly method: WithdrawalMethod; readonly amount: number }[]
  readonly captures: readonly SourceCapture[]
}

/** More charges of cards wait until the oldest are refunded. */
const maxCaptures = 200

/** Money that each enabled method has paid in and not got back. */
export async function findMoneySources(
  db: Db,
  { id, currency }: Withdrawer,
  enabled: readonly WithdrawalMethod[],
): Promise<MoneySources> {
  const { rows } = await sql<SourcesRow>`
    with charge as materialized (select * from credited_charges where user_id = ${id} and currency = ${currency})
    select
      (select coalesce(jsonb_agg(jsonb_build_object('processor', p.processor, 'amount', p.amount)), '[]')
         from (select processor, sum(amount) as amount from charge where processor = any(${sourceProcessors}::text[])
                group by processor) p) as "paidIn",
      (select coalesce(jsonb_agg(jsonb_build_object('method', s.method, 'amount', s.amount)), '[]')
         from (select method, sum(amount) as amount from payouts
                where user_id = ${id} and currency = ${currency} and state not in ('refused', 'dropped') group by method) s) as sent,
      (select coalesce(jsonb_agg(to_jsonb(c) order by c.at, c."attemptId", c.number), '[]')
         from (select g.attempt_id as "attemptId", g.number, g.amount - coalesce(p.amount, 0) as left, g.processor,
                      g.instrument_kind as "cardKind", g.instrument_hint as "cardHint", g.created_at as at
                 from charge g left join lateral (
                      select sum(o.amount)::bigint as amount from payouts o
                       where o.attempt_id = g.attempt_id and o.capture_number = g.number and o.state not in ('refused', 'dropped')) p on true
                where g.processor <> all(${sourceProcessors}::text[]) and g.amount > coalesce(p.amount, 0)
                order by g.created_at, g.attempt_id limit ${maxCaptures}) c) as captures`.execute(db)
  const { paidIn, sent, captures } = rows[0] ?? { paidIn: [], sent: [], captures: [] }
  const owed = new Map<WithdrawalMethod, number>()
  for (const { processor, amount } of paidIn) {
    const method = findSourceMethod(processor)
    if (method !== null && enabled.includes(method)) owed.set(method, (owed.get(method) ?? 0) + amount)
  }
  const sources = [...owed].map(([method, amount]): ReturnSource => {
    const back = sent.find((each) => each.method === method)?.amount ?? 0
    return { method, owed: Math.max(0, amount - back), captures: [] }
  })
  if (captures.length === 0 || !enabled.includes('card')) return { sources, captures: [] }
  const card = { method: 'card' as const, owed: captures.reduce((sum, { left }) => sum + left, 0), captures }
  return { sources: [card, ...sources], captures }
}
