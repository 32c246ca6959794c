import { invoiceCoins } from '@tradefront/rules/crypto/coins'
import { captureAccounts } from '@tradefront/rules/deposits/deposit-state-machine'
import { sql } from 'kysely'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { findLedgerDifferences, type LedgerDifference, readInPieces } from '../ledger/service.ts'
import { raiseAlert } from '../alerts/service.ts'

/** How many alerts are raised. More would have the same cause. */
const maxAlerts = 100
const attemptsAtOnce = 20_000

/**
 * Compares balances with lines, and the ledger with the captures, and raises an alert for each difference. Reads in pieces with the
 * connections for reports.
 */
export async function checkLedgerEntries({ clock, db, reports }: AppContext): Promise<void> {
  const differences = [...(await findLedgerDifferences(reports)), ...(await findCaptureDifferences(reports))]
  for (const { subject, expected, actual } of differences.slice(0, maxAlerts))
    await raiseAlert(db, { kind: 'ledger.difference', subject, detail: { expected, actual } }, clock.now())
}

async function findCaptureDifferences(reports: Db): Promise<LedgerDifference[]> {
  const { rows } = await sql<{ id: number }>`select id from attempts order by id desc limit 1`.execute(reports)
  return readInPieces(rows[0]?.id ?? 0, attemptsAtOnce, (from, to) => findWrongCaptures(reports, from, to))
}

/** The same account as that of `buildClearingAccount`. */
const clearingAccount = sql`case when processor = any(${invoiceCoins}::text[]) then 'crypto_clearing' else 'clearing:' || processor end`

/**
 * Finds attempts whose captures and entries do not agree on their money in cash, suspense and clearing. What a trader had spent before it
 * was taken back is on the trader's account `debt` instead of cash.
 */
async function findWrongCaptures(reports: Db, from: number, to: number): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    with captured as (
      select attempt_id, currency, place.account, sum(place.amount)::bigint as amount
        from captures, lateral (values
               (case ${JSON.stringify(captureAccounts)}::jsonb->>status when 'clearing' then ${clearingAccount}
                 else ${JSON.stringify(captureAccounts)}::jsonb->>status end, amount),
               (${clearingAccount}, -amount)) as place(account, amount)
       where attempt_id between ${from} and ${to} group by attempt_id, currency, place.account
    ), booked as (
      select attempt_id, currency, place.account, sum(amount)::bigint as amount
        from attempt_movements m, lateral (values (case m.account when 'debt' then 'cash' else m.account end)) as place(account)
       where attempt_id between ${from} and ${to} and (place.account in ('cash', 'suspense', 'crypto_clearing') or place.account like 'clearing:%')
       group by attempt_id, currency, place.account
    )
    select concat('attempt:', attempt_id) as subject, coalesce(captured.amount, 0) as expected, coalesce(booked.amount, 0) as actual
      from captured full join booked using (attempt_id, currency, account)
     where coalesce(captured.amount, 0) <> coalesce(booked.amount, 0)`.execute(reports)
  return rows
}
