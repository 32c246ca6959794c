import type { User } from '@tradefront/contract/domain/profile'
import { processors } from '@tradefront/processors/registry'
import type { DocumentFile } from '@tradefront/rules/documents/document-state'
import { sql } from 'kysely'
import type { Currency } from '@tradefront/rules/ledger/money'

import { type BatchedRow, createBatchedQuery } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { invariant } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'

/** The row of a user record, with amounts in minor units. */
export type UserRecordRow = {
  readonly cash: number
  readonly bonus: number
  readonly practice: number
  readonly wageringDone: number
  readonly wageringRequired: number
  readonly depositTotal: number
  readonly firstDepositAmount: number
  readonly latestDepositAmount: number
  readonly hasBitcoinDeposit: boolean
  /** Number of trades of the account that the session shows. */
  readonly tradeCount: number
  /** Null if no code is on the card statement. */
  readonly statementCodeAttemptsLeft: number | null
  readonly isStatementCodeRequired: boolean
  readonly isStatementCodeConfirmed: boolean
  /** Expiry of a saved card, YYYY-MM. */
  readonly cardExpiresMonth: string | null
  readonly hasPaidByCard: boolean
  readonly entropayPinAmount: number | null
  readonly isTipsShown: boolean
  /** True unless the trader has dismissed the suggestion twice, or today (UTC). */
  readonly isBitcoinSuggested: boolean
  readonly closedNotices: User['closedNotices']
  readonly pendingEmail: string | null
  readonly conversationId: string | null
  /** Processors whose money was credited to the trader. */
  readonly paidInBy: readonly string[]
  readonly documents: readonly DocumentFile[]
}

export type BalanceQuery = { readonly sessionHash: Buffer; readonly now: Date }

/** Processors that wait for a code. That step is part of the record (spec: funding 3). */
const codeProcessors = processors
  .filter(({ dialogAfterReturn }) => dialogAfterReturn !== undefined)
  .map(({ name }) => name)

/** Reads the record in one query over all modules' views, because it runs very often. */
export async function findUserRecordRow(
  db: Db,
  { id: userId, currency, isPractice }: Pick<SessionUser, 'id' | 'currency' | 'isPractice'>,
  now: Date,
): Promise<UserRecordRow> {
  const { rows } = await sql<UserRecordRow>`
    select coalesce(b.cash, 0) as cash, coalesce(b.bonus, 0) as bonus, coalesce(b.practice, 0) as practice,
           coalesce(w.done, 0) as "wageringDone", coalesce(w.required, 0) as "wageringRequired",
           coalesce(d.total, 0) as "depositTotal", coalesce(d.first_amount, 0) as "firstDepositAmount",
           coalesce(d.last_amount, 0) as "latestDepositAmount", coalesce(d.has_bitcoin, false) as "hasBitcoinDeposit",
           coalesce((select count from trade_counts where user_id = ${userId} and practice = ${isPractice}), 0) as "tradeCount",
           s.attempts_left as "statementCodeAttemptsLeft", coalesce(s.is_required, false) as "isStatementCodeRequired",
           coalesce(s.is_confirmed, false) as "isStatementCodeConfirmed",
           c.expires_month as "cardExpiresMonth", coalesce(c.has_paid, false) as "hasPaidByCard",
           (select amount from attempts_requiring_action
             where user_id = ${userId} and processor = any(${codeProcessors}) limit 1) as "entropayPinAmount",
           coalesce((select shown from user_tip_settings where user_id = ${userId}), true) as "isTipsShown",
           not exists (
             select from closed_notices where user_id = ${userId} and name = 'bitcoin'
                and (times > 1 or (dismissed_at at time zone 'UTC')::date >= (${now}::timestamptz at time zone 'UTC')::date))
             as "isBitcoinSuggested",
           (select coalesce(json_object_agg(name, (extract(epoch from dismissed_at) * 1000)::bigint), '{}')
              from closed_notices where user_id = ${userId} and name <> 'bitcoin') as "closedNotices",
           (select email from pending_email_changes
             where user_id = ${userId} and expires_at > ${now}) as "pendingEmail",
           (select conversation_id from user_chats where user_id = ${userId}) as "conversationId",
           array(select distinct processor from credited_charges where user_id = ${userId} and currency = ${currency}) as "paidInBy",
           (select coalesce(json_agg(json_build_object('kind', kind, 'state', state)), '[]')
              from document_states where user_id = ${userId}) as documents
      from (select) as one
      left join user_cards c on c.user_id = ${userId}
      left join account_balances b on b.user_id = ${userId} and b.currency = ${currency}
      left join wagering_totals w on w.user_id = ${userId} and w.currency = ${currency}
      left join statement_code_states s on s.user_id = ${userId}
      left join deposit_totals d on d.user_id = ${userId} and d.currency = ${currency}`.execute(db)
  const [row] = rows
  invariant(row, 'left joins return a row')
  return row
}

/** Reads the balance in minor units; null if the session has ended. Concurrent calls share one query. */
export function createAvailableBalanceQuery(db: Db) {
  return createBatchedQuery(async (queries: readonly BalanceQuery[]) => {
    // A join would compute the view for all users.
    const { rows } = await sql<BatchedRow & { readonly currency: Currency; readonly amount: number }>`
      select k.place, s.currency,
             coalesce((select case when s.practice then b.practice else b.cash + b.bonus end
                         from account_balances b where b.user_id = s.user_id and b.currency = s.currency), 0) as amount
        from unnest((select ${queries.map(({ sessionHash }) => sessionHash)}::bytea[]),
          (select ${queries.map(({ now }) => now)}::timestamptz[])) with ordinality as k (session, now, place)
        join session_users s on s.session_hash = k.session and s.expires_at > k.now`.execute(db)
    return rows
  })
}
