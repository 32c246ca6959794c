import { anId, asServer, aTrader, aTraderWithoutBonus, copyOpenTrade, copyRow, type Probe } from './probe.ts'

const isGift = `'gift', 'signup', 'source', 'promo:PROBE', 'deposit_id', null`

export const ledgerProbes: Readonly<Record<string, Probe>> = {
  ledger_balances_amount_check: { sql: `update ledger_balances set amount = -1` },
  ledger_balances_user_id_fkey: {
    sql: `insert into ledger_balances (user_id, account, currency, amount) values (99999999, 'cash', 'USD', 1)`,
  },
  ledger_entries_append_only: { sql: `update ledger_entries set kind = kind`, refusedBy: 'append-only' },
  ledger_entries_attempt_id_fkey: { sql: insertEntries(`(9000000001, 'attempt:99999999')`) },
  ledger_entries_kind_subject_key: { sql: insertEntries(`(9000000001, 'other'), (9000000002, 'other')`) },
  ledger_entries_pkey: { sql: insertEntries(`(9000000001, 'other'), (9000000001, 'another')`) },
  ledger_entries_promo_claimed: {
    sql: `insert into ledger_entries (kind, subject, created_at) values ('promo.credited', 'promo:WELCOME:1', now())`,
  },
  ledger_entries_inserted: { sql: insertEntries(`(9000000001, 'other')`), refusedBy: 'ledger_entry_has_lines' },
  ledger_entries_ordered: {
    sql: `${asServer}; ${postLines(`('corrections', null::bigint, -1), ('cash', ${aTrader}, 1)`, 'correction.booked', `correction:${anId}`)}`,
  },
  ledger_entries_charged: {
    sql: `${asServer}; ${postLines(`('clearing:ORANGE', null::bigint, -1), ('cash', ${aTrader}, 1)`, 'deposit.credited', 'attempt:1/99')}`,
  },
  ledger_entries_known: { sql: `${asServer}; ${postLines(`('fees', null::bigint, -1), ('cash', ${aTrader}, 1)`)}` },
  ledger_lines_correction: { sql: postLines(`('corrections', null::bigint, -1), ('fees', null, 1)`) },
  ledger_lines_suspense_covered: { sql: postLines(`('suspense', null::bigint, -1), ('fees', null, 1)`) },
  ledger_lines_amount_check: { sql: postLines(`('fees', null::bigint, 0)`) },
  ledger_lines_append_only: { sql: `delete from ledger_lines`, refusedBy: 'append-only' },
  ledger_lines_check: { sql: postLines(`('cash', null::bigint, 1), ('fees', null, -1)`) },
  ledger_lines_inserted: { sql: postLines(`('fees', null::bigint, 1)`), refusedBy: 'ledger_balanced' },
  ledger_lines_practice_apart: {
    sql: postLines(`('practice_house', null::bigint, -1), ('cash', ${aTrader}, 1)`),
    refusedBy: 'ledger_lines_practice_apart',
  },
  ledger_entries_loss_return_exists: {
    sql: `insert into ledger_entries (kind, subject, created_at) values ('offer.returned', 'trade:${anId}', now())`,
  },
  ledger_entries_prize_exists: {
    sql: `insert into ledger_entries (kind, subject, created_at) values ('prize.paid', 'tournament:1/1', now())`,
  },
  ledger_entries_withdrawal_exists: {
    sql: `with entry as (
        insert into ledger_entries (kind, subject, created_at) values ('withdrawal.held', 'withdrawal:${anId}', now()) returning id
      )
      insert into ledger_lines (entry_id, account, currency, amount)
        select entry.id, l.account, 'USD', l.amount from entry, (values ('fees', 1), ('payout', -1)) l(account, amount);
      set constraints all immediate`,
  },
  ledger_entries_trade_exists: {
    sql: `insert into ledger_entries (kind, subject, created_at) values ('trade.closed', 'trade:${anId}', now())`,
  },
  turnover_events_trade_exists: { sql: insertTurnover(`'trade:${anId}', 'USD', 1`) },
  turnover_events_amount_check: { sql: insertTurnover(`'other', 'USD', 0`) },
  turnover_events_append_only: { sql: `truncate turnover_events`, refusedBy: 'append-only' },
  turnover_events_pkey: {
    sql: `insert into turnover_events (id, user_id, source, currency, amount, created_at) overriding system value
      select 9000000001, ${aTrader}, s::text, 'USD', 1, now() from generate_series(1, 2) s`,
  },
  turnover_events_source_check: { sql: insertTurnover(`repeat('x', 81), 'USD', 1`) },
  turnover_events_source_key: { sql: `${insertTurnover(`'other', 'USD', 1`)}; ${insertTurnover(`'other', 'USD', 2`)}` },
  turnover_events_user_id_fkey: { sql: insertTurnover(`'other', 'USD', 1`, '99999999') },
  ledger_balances_bonus_bound: {
    sql: `insert into ledger_balances (user_id, account, currency, amount) values (${aTraderWithoutBonus}, 'bonus', 'USD', 1);
      set constraints all immediate`,
  },
  wagering_requirements_bonus_bound: {
    sql: `alter table wagering_requirements disable trigger wagering_requirements_staked;
      update wagering_requirements set cancelled_at = now()
       where cancelled_at is null and finished_at is null and user_id in (select user_id from ledger_balances where account = 'bonus' and amount > 0);
      set constraints all immediate`,
    refusedBy: 'ledger_balances_bonus_bound',
  },
  ledger_entries_bonus_released: {
    sql: `set local session_replication_role = replica;
      insert into ledger_entries (kind, subject, created_at) values ('trade.opened', 'probe', now());
      set local session_replication_role = origin; alter table ledger_entries disable trigger ledger_entries_inserted;
      insert into ledger_entries (kind, subject, created_at) values ('bonus.released', 'probe', now()); set constraints all immediate`,
  },
  wagering_requirements_bonus_released: {
    sql: `${copyRow('wagering_requirements', `'id', 9000000001, 'source', 'probe', 'done', t.required, 'cancelled_at', null`)};
      alter table wagering_requirements disable trigger wagering_requirements_staked;
      update wagering_requirements set finished_at = now(), released = release_max where source = 'probe'; set constraints all immediate`,
    refusedBy: 'ledger_entries_bonus_released',
  },
  wagering_requirements_gift: { sql: copyRow('wagering_requirements', `'gift', 'signup'`) },
  wagering_requirements_gift_check: { sql: copyRow('wagering_requirements', `${isGift}, 'gift', ''`) },
  wagering_requirements_given_once: {
    sql: copyRow(
      'wagering_requirements',
      `${isGift}, 'given_before_to', t.user_id, 'finished_at', null, 'released', null`,
    ),
  },
  wagering_requirements_given_before_to_fkey: {
    sql: copyRow(
      'wagering_requirements',
      `${isGift}, 'given_before_to', 99999999, 'done', t.required, 'finished_at', now(), 'released', 0`,
    ),
  },
  wagering_requirements_given_before: {
    sql: `set local session_replication_role = replica;
      create temporary table person on commit drop as values (${aTrader}), (${aTraderWithoutBonus});
      insert into user_marks (user_id, kind, hash, proved, first_seen, last_seen)
      select column1, 'card', sha256('probe'), true, now(), now() from person;
      insert into wagering_requirements (user_id, source, currency, bonus, required, release_max, gift, created_at)
      select column1, 'promo:PROBE:' || column1, 'USD', 1, 1, 1, 'code:PROBE', now() from person;
      set local session_replication_role = origin;
      update wagering_requirements set done = 1, finished_at = now(), released = 1
       where id = (select max(id) from wagering_requirements)`,
  },
  wagering_requirements_finished: { sql: copyRow('wagering_requirements', `'released', 1`) },
  wagering_requirements_fixed: {
    sql: 'update wagering_requirements set required = required',
    refusedBy: 'cannot change',
  },
  wagering_requirements_frozen: {
    sql: copyRow('wagering_requirements', `'frozen_for', gen_random_uuid(), 'cancelled_at', now()`),
  },
  wagering_requirements_release_max_check: { sql: copyRow('wagering_requirements', `'release_max', -1`) },
  wagering_requirements_staked: {
    sql: `set local session_replication_role = replica;
      ${copyOpenTrade(`'id', '${anId}', 'practice', false, 'bonus_stake', t.stake`)};
      ${copyRow('wagering_requirements', `'id', 9000000001, 'source', 'probe', 'cancelled_at', null, 'deposit_id', null, 'user_id', (select user_id from trades where id = '${anId}')`)};
      set local session_replication_role = origin; alter table wagering_requirements disable trigger wagering_requirements_bonus_bound;
      update wagering_requirements set cancelled_at = now() where source = 'probe'; set constraints all immediate`,
  },
  wagering_requirements_steps: {
    sql: `${copyRow('wagering_requirements', `'id', 9000000001, 'source', 'probe', 'cancelled_at', now()`)};
      update wagering_requirements set done = done + 1 where source = 'probe'`,
    refusedBy: 'cannot change',
  },
  wagering_requirements_bonus_check: { sql: copyRow('wagering_requirements', `'bonus', 0`) },
  wagering_requirements_done_check: { sql: copyRow('wagering_requirements', `'done', -1`) },
  wagering_requirements_required_check: { sql: copyRow('wagering_requirements', `'required', 0`) },
  wagering_requirements_source_key: { sql: copyRow('wagering_requirements', `'source', t.source`) },
}

/** Posts an entry with lines in the currency of `aTrader`. */
export function postLines(lines: string, kind = 'test', subject = 'probe'): string {
  return `with entry as (
      insert into ledger_entries (kind, subject, created_at) values ('${kind}', '${subject}', now()) returning id
    ),
    line as (
      select entry.id, l.account, l.user_id, u.currency, l.amount
        from entry, users u, (values ${lines}) l(account, user_id, amount) where u.id = ${aTrader}
    ),
    recorded as (
      select record_movements(jsonb_build_array(jsonb_build_object(
               'id', min(id), 'kind', '${kind}', 'subject', '${subject}', 'at', now(), 'lines', jsonb_agg(jsonb_build_object(
                 'account', account, 'userId', user_id, 'currency', currency, 'amount', amount)))))
        from line
    )
    insert into ledger_lines (entry_id, account, user_id, currency, amount)
    select line.* from recorded, line`
}

function insertEntries(idsAndSubjects: string): string {
  return `insert into ledger_entries (id, kind, subject, created_at) overriding system value
    select id, 'test', subject, now() from (values ${idsAndSubjects}) v(id, subject)`
}

function insertTurnover(values: string, user: string = aTrader): string {
  return `insert into turnover_events (user_id, source, currency, amount, created_at) select ${user}, ${values}, now()`
}
