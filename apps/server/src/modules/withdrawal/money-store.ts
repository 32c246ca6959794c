import { formatCoinAmount } from '@tradefront/rules/crypto/coin-amounts'
import { computeMostCoins } from '@tradefront/rules/crypto/coin-return'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import {
  findSourceMethod,
  sourceProcessors,
  unrefundableProcessors,
  type WithdrawalMethod,
} from '@tradefront/rules/withdrawal/methods'
import type { RefundableCapture, ReturnSource } from '@tradefront/rules/withdrawal/plan-payouts'
import { computeUntraded, type TradedCharge } from '@tradefront/rules/withdrawal/untraded'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { WithdrawalSettings } from './withdrawal-settings.ts'
import type { Withdrawer } from './withdrawal.ts'

/** A charge of a card or wallet with the processor that made it, or a payment in coins. Amounts are in minor units. */
export type SourceCapture = RefundableCapture & {
  readonly processor: string
  readonly cardKind: string | null
  readonly cardHint: string | null
  /** Coins of a payment in coins. `units` are satoshi or wei, as text. */
  readonly coins: { readonly coin: InvoiceCoin; readonly units: string; readonly amount: number } | null
}

/** A trader's sources of money, in minor units. */
export type MoneySources = {
  readonly sources: readonly ReturnSource[]
  readonly captures: readonly SourceCapture[]
  /** Money that was paid in and not traded yet. */
  readonly untraded: number
  /** Turnover after which nothing is untraded. */
  readonly leftToTrade: number
}

type ChargeRow = TradedCharge & { readonly attemptId: number; readonly number: number }

type SourcesRow = {
  readonly paidIn: readonly { readonly processor: string; readonly amount: number }[]
  readonly sent: readonly { readonly method: WithdrawalMethod; readonly amount: number }[]
  readonly captures: readonly Omit<SourceCapture, 'untraded'>[]
  readonly charges: readonly ChargeRow[]
}

/** Selects the coins that came for a charge, as `coins`. */
export function selectCoins(attemptId: RawBuilder<unknown>, number: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select jsonb_build_object('coin', coin, 'units', units::text, 'amount', amount) as coins
    from coin_deposits where attempt_id = ${attemptId} and number = ${number}`
}

/** Computes the most coins that go back for a part of a charge, as decimal text. @param part in minor units */
export function formatMostCoins(part: number, coins: SourceCapture['coins']): string | null {
  if (coins === null) return null
  return formatCoinAmount(computeMostCoins(part, { units: BigInt(coins.units), amount: coins.amount }), coins.coin)
}

/** How many charges are looked at. Older ones wait until newer ones are refunded: the newest are those that were not traded. */
const maxCaptures = 200

/** Finds the money that each enabled method has paid in and not got back. */
export async function findMoneySources(
  db: Db,
  { id, currency }: Withdrawer,
  { enabledMethods, turnoverFactor }: Pick<WithdrawalSettings, 'enabledMethods' | 'turnoverFactor'>,
): Promise<MoneySources> {
  const { rows } = await sql<SourcesRow>`
    with gone as materialized (
      -- Of a withdrawal that was paid in part, the fee has come back: it was not traded by that.
      select o.attempt_id, o.capture_number, o.method, o.amount,
             case when w.state = 'paid_part' then least(o.amount, o.untraded) else o.untraded end as untraded
        from payouts o join withdrawals w on w.id = o.withdrawal_id
       where o.user_id = ${id} and o.currency = ${currency} and o.state not in ('refused', 'dropped')
    ),
    charge as materialized (
      select g.*, g.amount - coalesce(p.amount, 0) as left, g.amount - coalesce(p.untraded, 0) as to_trade,
             lead(g.created_at) over (order by g.created_at, g.attempt_id, g.number) as next_at
        from credited_charges g left join lateral (
             select sum(greatest(o.amount, o.untraded))::bigint as amount, sum(o.untraded)::bigint as untraded from gone o
              where o.attempt_id = g.attempt_id and o.capture_number = g.number) p on true
       where g.user_id = ${id} and g.currency = ${currency}
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('processor', p.processor, 'amount', p.amount)), '[]')
         from (select processor, sum(amount) as amount from charge where processor = any(${sourceProcessors}::text[])
                group by processor order by processor) p) as "paidIn",
      (select coalesce(jsonb_agg(jsonb_build_object('method', s.method, 'amount', s.amount)), '[]')
         from (select method, sum(greatest(amount, untraded)) as amount from gone group by method) s) as sent,
      (select coalesce(jsonb_agg(to_jsonb(c) order by c.at, c."attemptId", c.number), '[]')
         from (select g.attempt_id as "attemptId", g.number, g.left, g.processor, g.instrument_kind as "cardKind",
                      g.instrument_hint as "cardHint", g.created_at as at, k.coins, k.coins is not null as "isCoins"
                 from charge g left join lateral (${selectCoins(sql`g.attempt_id`, sql`g.number`)}) k on true
                where (g.processor <> all(${unrefundableProcessors}::text[]) or k.coins is not null) and g.left > 0
                order by g.created_at desc, g.attempt_id desc, g.number desc limit ${maxCaptures}) c) as captures,
      (select coalesce(jsonb_agg(jsonb_build_object(
                'attemptId', g.attempt_id, 'number', g.number, 'left', g.left, 'toTrade', g.to_trade, 'turnoverAfter', (
                select coalesce(sum(t.amount), 0) from own_turnover t
                 where t.user_id = ${id} and t.currency = ${currency} and t.created_at >= g.created_at
                   and (g.next_at is null or t.created_at < g.next_at))) order by g.created_at, g.attempt_id, g.number), '[]')
         from charge g) as charges`.execute(db)
  const { paidIn, sent, captures: found, charges } = rows[0] ?? { paidIn: [], sent: [], captures: [], charges: [] }
  const isEnabled = (method: WithdrawalMethod | null): method is WithdrawalMethod =>
    method !== null && enabledMethods.includes(method)
  const { parts, leftToTrade } = computeUntraded(charges, turnoverFactor)
  const untraded = parts.reduce((sum, part) => sum + part, 0)
  const captures = found
    .filter(({ processor }) => isEnabled(findSourceMethod(processor)))
    .map((capture): SourceCapture => {
      const index = charges.findIndex((each) => each.attemptId === capture.attemptId && each.number === capture.number)
      return { ...capture, untraded: parts[index] ?? 0 }
    })
  const owed = new Map<WithdrawalMethod, number>()
  for (const { processor, amount } of paidIn) {
    const method = findSourceMethod(processor)
    if (isEnabled(method)) owed.set(method, (owed.get(method) ?? 0) + amount)
  }
  const listCaptures = (method: WithdrawalMethod) =>
    captures.filter(({ processor }) => findSourceMethod(processor) === method)
  const sources = [...owed].map(([method, amount]): ReturnSource => {
    const back = sent.find((each) => each.method === method)?.amount ?? 0
    return { method, owed: Math.max(0, amount - back), captures: listCaptures(method) }
  })
  const byCard = listCaptures('card')
  if (byCard.length === 0) return { sources, captures, untraded, leftToTrade }
  const card = {
    method: 'card' as const,
    owed: byCard.reduce((sum, { left }) => sum + left, 0),
    captures: byCard,
  }
  return { sources: [card, ...sources], captures, untraded, leftToTrade }
}
