import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { toQueueSamples } from '../../platform/metrics/measures.ts'
import type { Sample } from '../../platform/metrics/metrics.ts'

export type NewMail = {
  readonly id: string
  readonly template: string
  readonly sealed: Buffer
  readonly at: Date
  readonly validUntil: Date | null
  /** Hash of the address, to limit mails to it. Null for a proved address. */
  readonly unprovedHash: Buffer | null
}

export type LeasedMail = {
  readonly id: string
  readonly sealed: Buffer
  readonly attemptCount: number
  readonly isExpired: boolean
}

/** Returns whether the address is proved. Null if no user has it. */
export async function findIsProved(transaction: Db, email: string): Promise<boolean | null> {
  const row = await transaction
    .selectFrom('user_accounts')
    .select('email_proved_at')
    .where('email', '=', email)
    .executeTakeFirst()
  return row === undefined ? null : row.email_proved_at !== null
}

/**
 * Counts mails to an address that is not proved; counts of one address run one after another. @param latest later mails are ignored: the
 * clock was set back since
 */
export async function countUnproved(transaction: Db, unprovedHash: Buffer, since: Date, latest: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(${unprovedHash.readInt32BE(0)}::int, ${unprovedHash.readInt32BE(4)}::int)`.execute(
    transaction,
  )
  const counted = transaction
    .selectFrom('mails')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('unproved_hash', '=', unprovedHash)
    .where('created_at', '>', since)
    .where('created_at', '<=', latest)
  return (await counted.executeTakeFirstOrThrow()).count
}

/** Inserts a mail in the caller's transaction: without its commit, nothing is sent. */
export async function insertMail(
  transaction: Db,
  { id, template, sealed, at, validUntil, unprovedHash }: NewMail,
): Promise<void> {
  await transaction
    .insertInto('mails')
    .values({
      id,
      template,
      sealed,
      due_at: at,
      valid_until: validUntil,
      unproved_hash: unprovedHash,
      created_at: at,
    })
    .execute()
}

/**
 * Leases a mail that is due, and counts the attempt. @param latest by attempts; later times were written by a clock that was ahead, and are
 * due now. @param templates null: all
 */
export async function leaseDueMail(
  db: Db,
  now: Date,
  leaseUntil: Date,
  latest: readonly Date[],
  templates: readonly string[] | null,
): Promise<LeasedMail | null> {
  const { rows } = await sql<LeasedMail>`
    update mails set attempt_count = attempt_count + 1, due_at = ${leaseUntil}
     where id = (select id from mails where state = 'due' and (due_at <= ${now} or due_at > (${latest}::timestamptz[])[least(attempt_count + 1, ${latest.length}::int)])
                    and (${templates}::text[] is null or template = any(${templates}::text[]))
                  order by due_at limit 1 for update skip locked)
    returning id, sealed, attempt_count as "attemptCount", coalesce(valid_until <= ${now}, false) as "isExpired"`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Ends a mail, and erases its content. Does nothing if another server has leased the mail since. */
export async function finishMail(
  db: Db,
  { id, attemptCount }: Pick<LeasedMail, 'id' | 'attemptCount'>,
  state: 'sent' | 'failed' | 'expired',
  reason: string | null,
  at: Date,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state, sealed: null, finished_at: at, last_error: reason })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .where('attempt_count', '=', attemptCount)
    .execute()
}

export async function rescheduleMail(
  db: Db,
  { id, attemptCount }: Pick<LeasedMail, 'id' | 'attemptCount'>,
  reason: string,
  dueAt: Date,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ due_at: dueAt, last_error: reason })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .where('attempt_count', '=', attemptCount)
    .execute()
}

export async function deleteFinishedMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mails').where('state', '<>', sql.lit('due')).where('finished_at', '<', before).execute()
}

/** Mails that the mail server has not accepted yet. */
export async function measureMails(db: Db, now: Date): Promise<Sample[]> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*) as count, min(due_at) as since from mails where state = 'due'`.execute(db)
  return rows.flatMap((row) => toQueueSamples('mails', row, now))
}
