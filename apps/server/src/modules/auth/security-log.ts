import { sql } from 'kysely'

import { getLatestCounted, hourMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

export type SecurityEventKind =
  | 'login'
  | 'login_failed'
  | 'login_locked'
  | 'password_failed'
  | 'link_refused'
  | 'registered'
  | 'real_opened'
  | 'password_changed'
  | 'password_reset'
  | 'contact_saved'
  | 'email_prove'
  | 'email_change'
  | 'email_undo'
  | 'session_ended'
  | 'sessions_ended'
  | 'login_link'
  | 'withdrawal_destination'
  | 'account_locked'
  | 'account_unlocked'

export type SecurityEvent = {
  readonly kind: SecurityEventKind
  /** Null for an unknown e-mail or link. */
  readonly userId: number | null
  /** Empty for operators. */
  readonly address: string
  /** Null if the trader did it. */
  readonly operator: string | null
  readonly at: Date
}

const failureKinds = ['login_failed', 'login_locked', 'password_failed', 'link_refused'] as const
type FailureKind = (typeof failureKinds)[number]

const maxAddressLength = 64
/** How many failures are logged in an hour. More of them show nothing new, and would fill the table. */
const maxFailuresPerHour = { ofAddress: 100, ofUser: 300 } as const

/**
 * Logs an event that strangers can cause as often as they like. It is one statement, so that known and unknown e-mails take the same work.
 */
export async function insertFailureEvent(
  db: Db,
  { kind, userId, address, at }: Omit<SecurityEvent, 'operator' | 'kind'> & { readonly kind: FailureKind },
): Promise<void> {
  const since = new Date(at.getTime() - hourMs)
  const stored = address.slice(0, maxAddressLength)
  const isRecent = sql<boolean>`kind = any(${failureKinds}::text[]) and created_at > ${since} and created_at <= ${getLatestCounted(at)}`
  const { ofAddress, ofUser } = maxFailuresPerHour
  await sql`
    insert into security_events (kind, user_id, address, created_at)
    select ${kind}, ${userId}::bigint, ${stored}, ${at}::timestamptz
     where (select count(*) from (select from security_events where address = ${stored} and ${isRecent} limit ${ofAddress}) as of_address) < ${ofAddress}
       and (select count(*) from (select from security_events where user_id = ${userId}::bigint and ${isRecent} limit ${ofUser}) as of_user) < ${ofUser}`.execute(
    db,
  )
}

export async function insertSecurityEvent(
  db: Db,
  { kind, userId, address, operator, at }: SecurityEvent,
): Promise<void> {
  await db
    .insertInto('security_events')
    .values({ kind, user_id: userId, address: address.slice(0, maxAddressLength), operator, created_at: at })
    .execute()
}

/** Lists events, newest first. @param userId null for all */
export function listSecurityEvents(db: Db, userId: number | null, limit: number) {
  let query = db
    .selectFrom('security_events')
    .select(['id', 'created_at as at', 'kind', 'user_id as userId', 'address', 'operator'])
    .orderBy('id', 'desc')
    .limit(limit)
  if (userId !== null) query = query.where('user_id', '=', userId)
  return query.execute()
}

export async function deleteSecurityEventsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('security_events').where('created_at', '<', time).execute()
}
