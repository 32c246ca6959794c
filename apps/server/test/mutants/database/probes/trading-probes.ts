import { anId, asServer, aTrader, aTraderWithoutBonus, copyOpenTrade, copyTrade, longAgo, type Probe } from './probe.ts'

export const tradingProbes: Readonly<Record<string, Probe>> = {
  first_losing_days_counted: { sql: `${asServer}; ${insertLosingDay(aTrader, `'USD', 1`)}` },
  first_losing_days_currency_check: { sql: insertLosingDay(aTrader, `'CHF', 1`) },
  first_losing_days_loss_check: { sql: insertLosingDay(aTrader, `'USD', 0`) },
  first_losing_days_pkey: {
    sql: `${insertLosingDay(aTrader, `'USD', 1`)}; ${insertLosingDay(aTrader, `'USD', 2`)}`,
  },
  first_losing_days_user_id_fkey: { sql: insertLosingDay('99999999', `'USD', 1`) },
  loss_returns_amount_check: { sql: insertLossReturn('20, 0') },
  loss_returns_changed: {
    sql: `update loss_returns set trade_id = (select id from trades where state = 'won' limit 1)`,
    refusedBy: 'loss_returns_trade',
  },
  loss_returns_ended: { sql: 'update loss_returns set returned = 0' },
  loss_returns_fixed: { sql: 'update loss_returns set amount = amount' },
  loss_returns_inserted: { sql: insertLossReturn('20, 1999'), refusedBy: 'loss_returns_terms' },
  loss_returns_no_delete: { sql: 'delete from loss_returns where false', refusedBy: 'append-only' },
  loss_returns_percent_check: { sql: insertLossReturn('21, 2000') },
  loss_returns_pkey: { sql: 'insert into loss_returns select * from loss_returns' },
  loss_returns_trade_id_fkey: { sql: `update loss_returns set trade_id = '${anId}'` },
  loss_returns_trade_id_key: {
    sql: `set local session_replication_role = replica;
      insert into loss_returns (user_id, currency, percent, amount, accepted_at, trade_id)
      select n, 'USD', 20, 1, now(), '${anId}' from generate_series(99999998, 99999999) n`,
  },
  loss_returns_user_id_fkey: {
    sql: `alter table loss_returns disable trigger loss_returns_inserted;
      insert into loss_returns (user_id, currency, percent, amount, accepted_at) values (99999999, 'USD', 20, 1, now())`,
  },
  trading_stops_begin: {
    sql: `insert into trading_stops (symbol, began_at, ended_at) values ('EURUSD', now(), now())`,
  },
  trading_stops_end: { sql: `${insertStop()}; update trading_stops set ended_at = null` },
  trading_stops_fixed: { sql: `${insertStop()}; update trading_stops set symbol = symbol` },
  trading_stops_open: { sql: `${insertStop()}; ${insertStop()}` },
  trading_stops_ordered: { sql: `${asServer}; ${insertStop()}` },
  trading_stops_pkey: {
    sql: `${insertStop()}; insert into trading_stops overriding system value select id, 'ALL', began_at from trading_stops`,
  },
  trading_stops_symbol_check: { sql: insertStop(`'all'`) },
  trading_stops_times: { sql: `${insertStop()}; update trading_stops set ended_at = began_at - interval '1 s'` },
  trades_stopped: {
    sql: `alter table trades disable trigger trades_opened; ${insertStop(`'ALL'`)}; ${copyOpenTrade(`'id', '${anId}'`)}`,
  },
  trade_exposures_limit: { sql: insertExposures(2, 1) },
  trade_exposures_pkey: { sql: insertExposures(1, 1, 2) },
  trade_refusals_direction_check: { sql: insertRefusal({ direction: `'left'` }) },
  trade_refusals_times: { sql: insertRefusal({ expires_at: 'now()' }) },
  trade_refusals_fixed: { sql: `${insertRefusal()}; update trade_refusals set code = code` },
  trade_refusals_outcome_check: { sql: insertRefusal({ outcome: `'paid'` }) },
  trade_refusals_pkey: { sql: `${insertRefusal()}; ${insertRefusal()}` },
  trade_refusals_steps: { sql: `${insertRefusal({ outcome: `'won'` })}; update trade_refusals set outcome = 'lost'` },
  trade_refusals_strike_points_check: { sql: insertRefusal({ strike_points: '0' }) },
  trade_refusals_symbol_check: { sql: insertRefusal({ symbol: `'p'` }) },
  trade_refusals_user_id_fkey: { sql: insertRefusal({ user_id: '99999999' }) },
  trade_sales_arrived_at: { sql: insertSale({ arrived_at: `t.opened_at + interval '1 s'` }) },
  trade_sales_carried_out: {
    sql: `${insertSale()}; update trade_sales set state = 'sold', value = 1 where entry_round = 5`,
  },
  trade_sales_entry_round_check: { sql: insertSale({ entry_round: '0' }) },
  trade_sales_fee_percent_check: { sql: insertSale({ fee_percent: '-1' }) },
  trade_sales_fixed: { sql: `${insertSale()}; update trade_sales set least = least` },
  trade_sales_least_check: { sql: insertSale({ least: '-1' }) },
  trade_sales_no_delete: { sql: 'delete from trade_sales where false', refusedBy: 'append-only' },
  trade_sales_pkey: { sql: `${insertSale({ state: `'refused'`, refusal: `'x'` })}; ${insertSale()}` },
  trade_sales_refusal: { sql: insertSale({ refusal: `'x'` }) },
  trade_sales_sealed: {
    sql: `insert into trade_sales (trade_id, arrived_at, sale_at, entry_round, least, fee_percent, state)
      select id, opened_at, opened_at, 5, 1, 3, 'waiting' from trades limit 1`,
  },
  trade_sales_state_check: { sql: insertSale({ state: `'paid'` }) },
  trade_sales_steps: {
    sql: `${insertSale({ state: `'refused'`, refusal: `'x'` })}; update trade_sales set state = 'waiting', refusal = null`,
  },
  trade_sales_trade_id_fkey: {
    sql: `alter table trade_sales disable trigger trade_sales_sealed;
      insert into trade_sales (trade_id, arrived_at, sale_at, entry_round, least, fee_percent, state)
      values ('${anId}', now(), now(), 5, 1, 3, 'waiting')`,
  },
  trade_sales_value: { sql: insertSale({ state: `'sold'`, value: '0' }) },
  trade_sales_value_check: { sql: insertSale({ value: '-1' }) },
  trade_sales_waiting: { sql: `${insertSale()}; ${insertSale({ sale_at: `t.opened_at + interval '3 s'` })}` },
  trade_voids_append_only: { sql: 'update trade_voids set fault = fault where false', refusedBy: 'append-only' },
  trade_voids_close_points_check: { sql: insertVoid({ close_points: '0' }) },
  trade_voids_fault_check: { sql: insertVoid({ fault: `'no'` }) },
  trade_voids_inserted: { sql: insertVoid() },
  trade_voids_pkey: {
    sql: `alter table trade_voids disable trigger trade_voids_inserted; ${insertVoid()}; ${insertVoid()}`,
  },
  trade_voids_returned_check: { sql: insertVoid({ returned: '-1' }) },
  trade_voids_state_check: { sql: insertVoid({ state: `'tie'` }) },
  trade_voids_trade_id_fkey: {
    sql: `alter table trade_voids disable trigger trade_voids_inserted; ${insertVoid({ trade_id: `'${anId}'` })}`,
  },
  trades_arrived_at: { sql: copyOpenTrade(`'arrived_at', t.opened_at + interval '1 s'`) },
  trades_bonus_stake: { sql: copyOpenTrade(`'bonus_stake', t.stake + 1`) },
  // A lost practice trade has no entry and no turnover.
  trades_sums_written: {
    sql: `set local session_replication_role = replica;
      ${copyOpenTrade(`'id', '${anId}', 'practice', true, 'bonus_stake', 0, 'direction', 'up'`)};
      set local session_replication_role = origin;
      update trades set state = 'lost', close_points = open_points - 1, closed_at = expires_at, returned = 0 where id = '${anId}'`,
    effect: `(select count(*) from trades where practice and state = 'lost')
      = (select sum(count) from trade_days where practice and state = 'lost')`,
  },
  trades_close_points_check: { sql: copyTrade(`'close_points', 0`, `t.state = 'lost' and t.direction = 'up'`) },
  trades_closed: {
    sql: `set local session_replication_role = replica;
      ${copyOpenTrade(`'id', '${anId}'`)};
      set local session_replication_role = origin;
      update trades set state = 'void', closed_at = expires_at + interval '1 minute', returned = stake where id = '${anId}'`,
    refusedBy: 'trades_booked',
  },
  trades_closed_at: { sql: copyTrade(`'closed_at', t.expires_at - interval '1 s'`, `t.state = 'won'`) },
  trades_closed_whole: { sql: copyTrade(`'state', 'open'`, `t.state = 'tie'`) },
  trades_currency_check: { sql: copyOpenTrade(`'currency', 'CHF'`) },
  trades_digits_check: { sql: copyOpenTrade(`'digits', 9`) },
  trades_direction_check: { sql: copyOpenTrade(`'direction', 'left'`) },
  trades_entry_round_check: {
    sql: `set local session_replication_role = replica; ${copyOpenTrade(`'entry_round', 0`)}`,
  },
  trades_expiry: { sql: copyOpenTrade(`'expires_at', t.opened_at`) },
  trades_fixed: { sql: 'update trades set stake = stake' },
  trades_least_payout_percent_check: { sql: copyOpenTrade(`'least_payout_percent', -1`) },
  trades_no_delete: { sql: 'delete from trades where false', refusedBy: 'append-only' },
  trades_loss_returned: {
    sql: `set local session_replication_role = replica;
      ${copyOpenTrade(`'id', '${anId}'`, 'not t.practice')};
      insert into loss_returns (user_id, currency, percent, amount, accepted_at, trade_id) values (99999999, 'USD', 20, 1, now(), '${anId}');
      set local session_replication_role = origin;
      alter table trades disable trigger trades_closed;
      update trades set state = 'void', closed_at = expires_at + interval '1 minute', returned = stake where id = '${anId}'`,
  },
  trades_open_points_check: { sql: copyOpenTrade(`'open_points', 0`) },
  trades_opening_fixed: {
    sql: `set local session_replication_role = replica;
      ${copyOpenTrade(`'id', '${anId}'`)};
      set local session_replication_role = origin;
      update trades set open_points = open_points + 1 where id = '${anId}'`,
  },
  trades_opened: { sql: copyOpenTrade(`'symbol', t.symbol`), refusedBy: 'trades_booked' },
  trades_opposite: { sql: copyOpenTrade(`'opposite_user_id', t.user_id`) },
  trades_outcome: { sql: copyTrade(`'state', 'lost', 'returned', 0`, `t.state = 'won'`) },
  trades_payout_percent_check: { sql: copyOpenTrade(`'payout_percent', 0`) },
  trades_pkey: { sql: copyOpenTrade(`'id', t.id`) },
  trades_quote_age: { sql: copyOpenTrade(`'quoted_at', t.opened_at - interval '3 s'`) },
  trades_rate_check: { sql: copyOpenTrade(`'rate', -1`) },
  trades_refusal: { sql: copyOpenTrade(`'refusal', 'x'`) },
  trades_returned: { sql: copyTrade(`'returned', t.returned + 1`, `t.state = 'won'`) },
  trades_sealed: { sql: copyOpenTrade(`'entry_round', 5, 'open_points', null, 'quoted_at', null`) },
  trades_stake_check: { sql: copyOpenTrade(`'stake', 0, 'bonus_stake', 0`) },
  trades_state_check: { sql: copyTrade(`'state', 'paid'`, `t.state = 'tie'`) },
  trades_steps: { sql: `update trades set state = 'open' where state = 'won'` },
  trades_strike_points_check: { sql: copyOpenTrade(`'strike_points', 0`) },
  trades_symbol_check: { sql: copyOpenTrade(`'symbol', 'eur'`) },
  trades_voided: {
    sql: `set local session_replication_role = replica;
      ${copyTrade(`'id', '${anId}', 'simulated', false`, `t.state = 'lost' and not t.practice`)};
      set local session_replication_role = origin; ${asServer};
      update trades set state = 'void', close_points = null, returned = stake, voided_at = now() where id = '${anId}'`,
  },
  trades_voided_real: {
    sql: copyTrade(
      `'state', 'void', 'close_points', null, 'returned', t.stake, 'simulated', true, 'voided_at', now()`,
      `t.state = 'lost' and not t.practice`,
    ),
  },
  trades_waiting: { sql: copyOpenTrade(`'open_points', null`) },
  trades_user_id_fkey: {
    sql: `set local session_replication_role = origin; alter table trades disable trigger trades_opened;
      ${copyOpenTrade(`'user_id', 99999999`)}; alter table trades enable trigger trades_opened`,
  },
}

/** Inserts a sale without the rules about trades and rounds. */
function insertSale(changes: Readonly<Record<string, string>> = {}): string {
  const row = {
    trade_id: 't.id',
    arrived_at: 't.opened_at',
    sale_at: 't.opened_at',
    entry_round: '5',
    least: '1',
    fee_percent: '3',
    state: `'waiting'`,
    refusal: 'null',
    value: 'null',
    ...changes,
  }
  return `set local session_replication_role = replica;
    insert into trade_sales (${Object.keys(row).join(', ')}) select ${Object.values(row).join(', ')}
      from (select * from trades order by id limit 1) t;
    set local session_replication_role = origin`
}

function insertRefusal(changes: Readonly<Record<string, string>> = {}): string {
  const row = {
    id: `'${anId}'`,
    user_id: aTrader,
    symbol: `'PROBE'`,
    direction: `'up'`,
    code: `'x'`,
    refused_at: 'now()',
    entry_at: 'now()',
    expires_at: `now() + interval '30 s'`,
    strike_points: 'null',
    outcome: 'null',
    ...changes,
  }
  return `insert into trade_refusals (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`
}

/** Inserts a losing day. @param loss its currency and amount */
function insertLosingDay(userId: string, loss: string): string {
  return `insert into first_losing_days (user_id, day, currency, loss) values (${userId}, '2026-11-17', ${loss})`
}

/** Inserts the return of a loss of 100. @param terms percent and amount */
function insertLossReturn(terms: string): string {
  return `${insertLosingDay(aTraderWithoutBonus, `'USD', 10000`)};
    insert into loss_returns (user_id, currency, percent, amount, accepted_at)
    select user_id, currency, ${terms}, now() from first_losing_days where user_id = ${aTraderWithoutBonus}`
}

function insertExposures(loss: number, lossMax: number, count = 1): string {
  return `insert into trade_exposures (symbol, minute, direction, loss, loss_max)
    select 'PROBE', '${longAgo}', 'up', ${loss}, ${lossMax} from generate_series(1, ${count})`
}

/** @param changes SQL of columns */
function insertVoid(changes: Readonly<Record<string, string>> = {}): string {
  const given = {
    trade_id: 't.id',
    state: `'lost'`,
    close_points: '5',
    returned: '0',
    fault: `'a fault'`,
    words: `'{}'`,
  }
  const row = { ...given, voided_at: 'now()', ...changes }
  return `insert into trade_voids (${Object.keys(row).join(', ')})
    select ${Object.values(row).join(', ')} from (select id from trades order by id limit 1) t`
}

function insertStop(symbol = `'EURUSD'`): string {
  return `insert into trading_stops (symbol, began_at) values (${symbol}, now())`
}
