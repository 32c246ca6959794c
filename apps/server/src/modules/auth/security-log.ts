import type { Db } from '../../platform/database/database.ts'

export type SecurityEventKind =
  | 'login'
  | 'login_failed'
  | 'login_locked'
  | 'registered'
  | 'password_changed'
  | 'password_reset'
  | 'contact_saved'
  | 'email_prove'
  | 'email_change'
  | 'email_undo'
  | 'session_ended'
  | 'sessions_ended'
  | 'login_link'
  | 'account_locked'
  | 'account_unlocked'

export type SecurityEvent = {
  readonly kind: SecurityEventKind
  /** Null for a log-in with an unknown address. */
  readonly userId: number | null
  /** Empty for operators. */
  readonly address: string
  /** Null if the trader did it. */
  readonly operator: string | null
  readonly at: Date
}

export async function insertSecurityEvent(
  db: Db,
  { kind, userId, address, operator, at }: SecurityEvent,
): Promise<void> {
  await db
    .insertInto('security_events')
    .values({ kind, user_id: userId, address: address.slice(0, 64), operator, created_at: at })
    .execute()
}

/** Newest first. @param userId null for all */
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
