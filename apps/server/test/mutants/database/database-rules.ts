import type pg from 'pg'

import { alertsProbes } from './probes/alerts-probes.ts'
import { cardsProbes } from './probes/cards-probes.ts'
import { cryptoProbes } from './probes/crypto-probes.ts'
import { depositsProbes } from './probes/deposits-probes.ts'
import { ledgerProbes } from './probes/ledger-probes.ts'
import { marketProbes } from './probes/market-probes.ts'
import { marksProbes } from './probes/marks-probes.ts'
import { offersProbes } from './probes/offers-probes.ts'
import { promoProbes } from './probes/promo-probes.ts'
import { ratesProbes } from './probes/rates-probes.ts'
import { recoveryProbes } from './probes/recovery-probes.ts'
import { tournamentsProbes } from './probes/tournaments-probes.ts'
import { tradingProbes } from './probes/trading-probes.ts'
import { validationProbes } from './probes/validation-probes.ts'
import { withdrawalProbes } from './probes/withdrawal-probes.ts'
import { copyRow, type Probe } from './probes/probe.ts'

/** A constraint, unique index or trigger of the money tables, from the catalog. */
export type DatabaseRule = {
  readonly table: string
  readonly name: string
  readonly dropSql: string
  /** Statement that violates a foreign key or primary key. */
  readonly generatedProbe: string | null
}

/** Tables of money, of what is charged, and of what decides who gets a gift or a prize. */
const moneyTables = [
  'alerts',
  'attempt_events',
  'attempts',
  'bank_payments',
  'captures',
  'card_client_logs',
  'cards',
  'chargebacks',
  'closed_days',
  'crypto_blocks',
  'crypto_chains',
  'crypto_invoices',
  'crypto_receipts',
  'beacon_chains',
  'beacon_rounds',
  'daily_deposit_counts',
  'deposits',
  'exchange_rates',
  'first_losing_days',
  'gift_claims',
  'held_rates',
  'ledger_balances',
  'ledger_entries',
  'ledger_lines',
  'loss_returns',
  'market_candles',
  'market_days',
  'market_gaps',
  'market_quotes',
  'market_recorders',
  'market_secrets',
  'market_starts',
  'market_states',
  'offers',
  'payouts',
  'processor_webhooks',
  'promo_codes',
  'promo_redemptions',
  'quarantines',
  'signup_bonuses',
  'statement_code_charges',
  'statement_codes',
  'statement_exceptions',
  'tournament_counts',
  'tournament_edges',
  'tournament_prizes',
  'tournament_ranges',
  'tournament_scores',
  'tournament_trade_values',
  'tournaments',
  'trade_exposures',
  'trade_refusals',
  'trade_sales',
  'trade_totals',
  'trade_voids',
  'trades',
  'trading_stops',
  'turnover_events',
  'user_marks',
  'wagering_requirements',
  'withdrawal_destinations',
  'withdrawals',
] as const

/**
 * Lists the rules, except NOT NULL, indexes that only make queries fast, which the plans of queries test, and what only tells the desk that a list
 * has changed: nothing is seen of that before the commit.
 */
export async function listDatabaseRules(client: pg.ClientBase): Promise<DatabaseRule[]> {
  const { rows } = await client.query<{
    table: string
    name: string
    kind: string
    columns: string[] | null
    types: string[] | null
  }>(
    `select c.conrelid::regclass::text as "table", c.conname::text as name, c.contype::text as kind,
            array(select a.attname::text from unnest(c.conkey) with ordinality k(n, place)
                    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by place) as columns,
            array(select format_type(a.atttypid, null) from unnest(c.conkey) with ordinality k(n, place)
                    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by place) as types
       from pg_constraint c where c.conrelid::regclass::text = any($1) and c.contype not in ('n', 't')
     union all
     select i.indrelid::regclass::text, i.indexrelid::regclass::text, 'index', null, null from pg_index i
      where i.indrelid::regclass::text = any($1) and i.indisunique
        and not exists (select 1 from pg_constraint where conindid = i.indexrelid)
     union all
     select tgrelid::regclass::text, tgname::text, 'trigger', null, null from pg_trigger
      where tgrelid::regclass::text = any($1) and not tgisinternal and tgfoid <> 'tell_desk'::regproc
      order by 1, 2`,
    [moneyTables],
  )
  return rows.map(({ table, name, kind, columns, types }) => ({
    table,
    name,
    dropSql: buildDropSql(kind, table, name),
    generatedProbe:
      kind === 'f' && columns?.length === 1
        ? // The row is one that has such a key, if there is one: a row without it can break another rule first.
          copyRow(
            table,
            `'${columns[0]}', ${types?.[0] === 'uuid' ? 'gen_random_uuid()' : '99999999'}`,
            `true order by t.${columns[0]}`,
          )
        : kind === 'p'
          ? copyRow(table, '')
          : null,
  }))
}

function buildDropSql(kind: string, table: string, name: string): string {
  if (kind === 'trigger') return `drop trigger ${name} on ${table}`
  // Cascades to foreign keys that need the key.
  return kind === 'index' ? `drop index ${name}` : `alter table ${table} drop constraint ${name} cascade`
}

/** Rules that no statement can violate alone, by name, with the reason. */
export const unreachableRules: Readonly<Record<string, string>> = {
  promo_redemptions_code_user_id_number_key: 'promo_redemptions_count numbers the uses of a code under its lock',
}

/** Probes by rule. Foreign keys of one column and primary keys have generated ones. */
export const databaseProbes: Readonly<Record<string, Probe>> = {
  ...alertsProbes,
  ...cardsProbes,
  ...cryptoProbes,
  ...depositsProbes,
  ...ledgerProbes,
  ...marketProbes,
  ...marksProbes,
  ...offersProbes,
  ...promoProbes,
  ...ratesProbes,
  ...recoveryProbes,
  ...tournamentsProbes,
  ...tradingProbes,
  ...validationProbes,
  ...withdrawalProbes,
}

/**
 * Returns whether the database refuses the probe by the rule, or the trigger has its effect. Changes nothing. @returns null, or what it
 * answered instead
 */
export async function runProbe(client: pg.ClientBase, rule: DatabaseRule, isDropped = false): Promise<string | null> {
  const probe = databaseProbes[rule.name] ?? (rule.generatedProbe === null ? null : { sql: rule.generatedProbe })
  return probe === null
    ? 'has no probe'
    : tryProbe(client, { refusedBy: rule.name, ...probe }, isDropped ? rule.dropSql : null)
}

/** Tries a probe, and changes nothing. @param dropSql is run before @returns null, or what the database answered instead */
export async function tryProbe(
  client: pg.ClientBase,
  { sql, refusedBy = '', effect }: Probe,
  dropSql: string | null = null,
): Promise<string | null> {
  await client.query('begin')
  try {
    if (dropSql !== null) await client.query(dropSql)
    const results: unknown = await client.query(sql)
    if (effect !== undefined) {
      const { rows } = await client.query<{ has_effect: boolean }>(`select ${effect} as has_effect`)
      return rows[0]?.has_effect === true ? null : 'has no effect'
    }
    const changed = [results].flat().some((result) => Number(Object(result).rowCount ?? 0) > 0)
    return changed ? 'was not refused' : 'changed nothing'
  } catch (error) {
    const { constraint, message } = Object(error) as { constraint?: string; message?: string }
    return constraint === refusedBy || message?.includes(refusedBy) === true
      ? null
      : `refused: ${constraint ?? message}`
  } finally {
    await client.query('rollback')
  }
}
