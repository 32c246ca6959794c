import { randomBytes } from 'node:crypto'

import type { AppContext } from '../../context.ts'
import { type Operator, insertAuditEntry } from '../../platform/audit.ts'
import { minuteMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { Db } from '../../platform/database/database.ts'
import { findCredentials, findCredentialsByEmail, incrementDeviceEpoch, updateLocked } from '../users/service.ts'
import { insertLoginLink } from './login-link-store.ts'
import { type SecurityEventKind, insertSecurityEvent } from './security-log.ts'
import { deleteSessionsOfUser } from './session-store.ts'

const loginLinkMinutes = 10

// Operators' changes of the access to an account. Each is in the audit log, too.

/** @param trader account number or e-mail */
export async function findAccount(
  { db }: AppContext,
  trader: string,
): Promise<{ id: number; email: string; language: string; isLocked: boolean } | null> {
  return /^\d{1,15}$/.test(trader)
    ? findCredentials(db, Number(trader))
    : findCredentialsByEmail(db, trader.trim().toLowerCase())
}

/** Returns false if it is locked already. */
export function lockAccount(context: AppContext, userId: number, by: Operator) {
  return setLocked(context, userId, true, by)
}

/** Returns false if it is not locked. */
export function unlockAccount(context: AppContext, userId: number, by: Operator) {
  return setLocked(context, userId, false, by)
}

export async function endSessions(context: AppContext, userId: number, by: Operator): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await deleteSessions(trx, userId)
    await recordByOperator(context, trx, 'sessions_ended', userId, by)
  })
  await context.live.publish(userId, { type: 'sessions_changed' })
}

/** The part of the address behind `#`. Works once, for ten minutes. */
export async function createLoginLink(context: AppContext, userId: number, by: Operator): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(context.clock.now().getTime() + loginLinkMinutes * minuteMs)
  await context.db.transaction().execute(async (trx) => {
    await insertLoginLink(trx, sha256(token), userId, expiresAt)
    await recordByOperator(context, trx, 'login_link', userId, by)
  })
  return token
}

async function recordByOperator({ clock }: AppContext, trx: Db, kind: SecurityEventKind, userId: number, by: Operator) {
  const at = clock.now()
  await insertSecurityEvent(trx, { kind, userId, address: '', operator: by.actor.slice(0, 100), at })
  const subject = `user:${userId}`
  await insertAuditEntry(trx, { by, action: `account.${kind}`, subject, before: null, after: null, at })
}

async function deleteSessions(trx: Db, userId: number) {
  await deleteSessionsOfUser(trx, userId)
  await incrementDeviceEpoch(trx, userId)
}

async function setLocked(context: AppContext, userId: number, isLocked: boolean, by: Operator): Promise<boolean> {
  const { db, clock, live } = context
  const isChanged = await db.transaction().execute(async (trx) => {
    if (!(await updateLocked(trx, userId, isLocked ? clock.now() : null))) return false
    if (isLocked) await deleteSessions(trx, userId)
    await recordByOperator(context, trx, isLocked ? 'account_locked' : 'account_unlocked', userId, by)
    return true
  })
  if (isChanged) await live.publish(userId, { type: 'sessions_changed' })
  return isChanged
}
