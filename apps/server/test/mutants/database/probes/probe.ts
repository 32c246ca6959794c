import { ROLES } from '@tradefront/local-postgres/roles'

/**
 * `sql` must be refused. `refusedBy`: a constraint, or a part of the message; default: the rule's name. For a trigger that writes:
 * `effect`, a condition that must be true after `sql`.
 */
export type Probe = { readonly sql: string; readonly refusedBy?: string; readonly effect?: string }

/** The trader to whom probes post lines of practice money. */
export const aTrader = `(select max(user_id) from ledger_balances where account = 'practice')`

/** Columns that must differ from those of the copied row, unless a probe is about them. */
const freshColumns: Readonly<Record<string, string>> = {
  attempt_events: `'id', 9000000001`,
  attempts: `'id', 9000000001, 'seq', 99, 'reference', gen_random_uuid(), 'processor', 'OTHER', 'state', 'declined_soft'`,
  cards: `'id', 9000000001, 'public_id', gen_random_uuid(), 'removed_at', now()`,
  crypto_invoices: `'guid', gen_random_uuid(), 'address', gen_random_uuid(), 'ended_at', now(), 'paid', false, 'slot', null,
    'derivation_index', (select max(derivation_index) + 1 from crypto_invoices),
    'deposit_id', (select d.id from deposits d where not exists (select from crypto_invoices i where i.deposit_id = d.id) limit 1)`,
  crypto_receipts: `'id', 9000000001, 'txid', 'probe', 'state', 'seen', 'token', ''`,
  deposits: `'id', gen_random_uuid(), 'idempotency_key', null, 'state', 'failed'`,
  offers: `'user_id', ${aTrader}`,
  payouts: `'id', gen_random_uuid(), 'number', 99, 'reference', null, 'tries', 0, 'state', 'waiting', 'next_check_at', null`,
  processor_webhooks: `'id', gen_random_uuid()`,
  promo_codes: `'code', 'PROBE'`,
  promo_redemptions: `'id', 9000000001, 'state', 'removed', 'decided_at', now(), 'reason', null, 'deposit_id', null,
    'number', null, 'bonus', null, 'required', null, 'valid_at', null`,
  signup_bonuses: `'user_id', ${aTrader}`,
  statement_code_charges: `'deposit_id', (select id from deposits where id not in (select deposit_id from statement_code_charges) limit 1)`,
  statement_codes: `'user_id', ${aTrader}, 'confirmed_at', null, 'confirmed_by', null`,
  tournament_counts: `'shard', 99`,
  tournament_edges: `'shard', 99`,
  tournament_prizes: `'id', gen_random_uuid(), 'rank', 99, 'user_id', (select s.user_id from tournament_scores s
    where s.tournament_id = t.tournament_id and not exists (select from tournament_prizes p where p.user_id = s.user_id) limit 1)`,
  tournament_ranges: `'ranking', t.ranking + 1, 'number', 99999`,
  tournament_trade_values: `'at', t.at - interval '700 days'`,
  tournaments: `'id', 9000001, 'starts_at', t.starts_at - interval '700 days', 'ends_at', t.ends_at - interval '700 days'`,
  wagering_requirements: `'id', 9000000001, 'source', 'other'`,
  withdrawal_destinations: `'id', gen_random_uuid(), 'state', 'removed', 'removed_at', now()`,
  withdrawals: `'id', gen_random_uuid(), 'state', 'given_up', 'cash', null, 'bonus', null, 'confirmed_at', null, 'returned', 0,
    'reason', null, 'ended_at', now()`,
}

/** The columns that can be written: all but the generated one. */
const tradeColumns =
  'id, user_id, practice, symbol, direction, currency, stake, bonus_stake, payout_percent, rate, house_loss_max, simulated, digits, open_points, ' +
  'strike_points, quoted_at, arrived_at, entry_round, least_payout_percent, refusal, opened_at, expires_at, request_hash, state, close_points, opposite_user_id, closed_at, returned, voided_at'

const isOpenTrade = `'state', 'open', 'close_points', null, 'closed_at', null, 'returned', null`

export const copyOpenTrade = (changes: string, where?: string) => copyTrade(`${isOpenTrade}, ${changes}`, where)

/** Acts as the role of a server, for the rest of the transaction. Otherwise tests let that role act for operators. */
export const asServer = `delete from emergency_roles; set local session authorization ${ROLES.app}`

export const anId = '00000000-0000-4000-8000-000000000000'

export const aTraderWithoutBonus = `(select id from users u where real_opened_at is not null and currency = 'USD' and not exists (
  select from wagering_requirements w where w.user_id = u.id) limit 1)`

export const isOpenInvoice = `'ended_at', null, 'paid', null`

export const longAgo = '2020-01-01 00:00:00+00'

/** Copies a row. @param changes names and values for `jsonb_build_object` @param where on the row `t` */
export function copyRow(table: string, changes: string, where = 'true', base = freshColumns[table] ?? ''): string {
  const isKey = changes === ''
  return `insert into ${table} overriding system value
    select (jsonb_populate_record(t, jsonb_build_object(${isKey ? '' : base}) || jsonb_build_object(${changes}))).*
      from ${table} t where ${where} limit 1`
}

/** Copies a trade. @param where on the trade `t` */
export function copyTrade(changes: string, where = 'true'): string {
  const columns = tradeColumns.replaceAll(/\w+/g, 'r.$&')
  return `insert into trades (${tradeColumns}) select ${columns}
    from trades t, jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()) || jsonb_build_object(${changes})) r
   where t.entry_round is null and ${where} limit 1`
}

/** Inserts a code that is used with a deposit, or, claimed by the trader, without one. */
export function insertPromoCode(code: string, minDeposit: number | null = null): string {
  return `insert into promo_codes (code, audience, amount, min_deposit, starts_at, max_uses_per_trader, created_at)
    values ('${code}', 'everyone', 100, ${minDeposit}, '${longAgo}', 1, now());
    insert into gift_claims (gift, kind, hash, user_id, claimed_at)
    select 'code:${code}', kind, hash, user_id, now() from user_marks where user_id = ${aTrader} and kind <> 'address'`
}

export function usePromoCode(code: string, deposit = 'null::uuid'): string {
  return `insert into promo_redemptions (user_id, code, state, currency, amount, turnover_factor, release_factor, created_at, decided_at,
      valid_at, deposit_id, bonus, required)
    values (${aTrader}, '${code}', 'used', 'USD', 100, 30, 1, now(), now(), now(), ${deposit}, 100, 3000)`
}

/** Inserts a deposit with the id `anId`. */
export function insertProcessingDeposit(changes: string): string {
  return copyRow('deposits', `'id', '${anId}', 'state', 'processing', 'ended_at', null, 'reason', null, ${changes}`)
}
