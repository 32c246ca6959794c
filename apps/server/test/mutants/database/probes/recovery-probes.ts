import { anId, asServer, copyOpenTrade, copyRow, type Probe } from './probe.ts'

const begin = (cause = 'restored', columns = '', values = '') =>
  `insert into quarantines (cause, began_at, known_until${columns}) values ('${cause}', now(), now()${values})`
const end = 'update quarantines set ended_at = now()'

/** Triggers of a statement also fire when no row matches. */
const insertNothing = (table: string, column: string): Probe => ({
  sql: `${begin()}; ${asServer}; insert into ${table} (${column}) select ${column} from ${table} where false`,
  refusedBy: 'quarantined',
})

export const recoveryProbes: Readonly<Record<string, Probe>> = {
  attempts_quarantined: insertNothing('attempts', 'reference'),
  deposits_quarantined: insertNothing('deposits', 'id'),
  ledger_lines_quarantined: {
    sql: `set local session_replication_role = replica;
      insert into ledger_entries (id, kind, subject, created_at) overriding system value values (9000000001, 'other', 'probe', now());
      set local session_replication_role = origin; ${begin()}; ${asServer};
      insert into ledger_lines (entry_id, account, currency, amount)
        values (9000000001, 'fees', 'USD', -1), (9000000001, 'trade_house', 'USD', 1)`,
    refusedBy: 'quarantined',
  },
  payouts_quarantined: {
    sql: `set local session_replication_role = replica;
      ${copyRow('payouts', `'id', '${anId}', 'state', 'sent', 'tries', 1, 'reference', '${anId}', 'next_check_at', now()`)};
      set local session_replication_role = origin; ${begin()}; ${asServer};
      update payouts set state = 'in_doubt' where id = '${anId}'`,
    refusedBy: 'quarantined',
  },
  trade_sales_quarantined: insertNothing('trade_sales', 'trade_id'),
  trades_quarantined: {
    sql: `${begin()}; ${asServer}; ${copyOpenTrade(`'symbol', t.symbol`, 'not t.practice')}`,
    refusedBy: 'quarantined',
  },
  withdrawals_quarantined: insertNothing('withdrawals', 'id'),
  quarantines_begin: { sql: begin('restored', ', ended_at', ', now()') },
  quarantines_cause: { sql: begin('other') },
  quarantines_charges: { sql: begin('restored', ', unknown_charges', ', -1') },
  quarantines_end: { sql: `${begin('silence')}; ${end}; update quarantines set ended_at = null` },
  quarantines_fixed: { sql: `${begin()}; update quarantines set known_until = known_until` },
  quarantines_found: { sql: begin('unknown_charges') },
  quarantines_judged: { sql: `${begin()}; update quarantines set cause = 'silence'` },
  quarantines_open: { sql: `${begin()}; ${begin('silence')}` },
  quarantines_pkey: {
    sql: `${begin('silence')}; ${end}; insert into quarantines (id, cause, began_at, known_until) overriding system value
      select id, cause, began_at, known_until from quarantines`,
  },
  quarantines_released: { sql: `${begin()}; ${asServer}; ${end}` },
  quarantines_times: { sql: `${begin('silence')}; update quarantines set ended_at = began_at - interval '1 s'` },
}
