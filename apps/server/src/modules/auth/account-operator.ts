import { randomBytes } from 'node:crypto'

import type { OperatorActionName } from '@tradefront/contract/operator-actions'
import { ok, refuse } from '@tradefront/rules/result'

import type { ActionHandlers, AppContext } from '../../context.ts'
import { type AuditEntry, type Operator, insertAuditEntry } from '../../platform/audit.ts'
import { minuteMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { Db } from '../../platform/database/database.ts'
import { findCredentials, findCredentialsByEmail, incrementDeviceEpoch, updateLocked } from '../users/service.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { changeEmailByOperator } from './email-links.ts'
import { canMailResetLink, requestResetLink } from './password-reset.ts'
import { insertLoginLink } from './login-link-store.ts'
import { type SecurityEventKind, insertSecurityEvent } from './security-log.ts'
import { deleteSessionsOfUser } from './session-store.ts'

const loginLinkMinutes = 10

// Operators' changes of the access to an account. Each is also in the audit log.

/** Finds an account. @param trader account number or e-mail */
export async function findAccount(
  { db }: AppContext,
  trader: string,
): Promise<{ id: number; email: string; language: string; isLocked: boolean } | null> {
  return /^\d{1,15}$/.test(trader)
    ? findCredentials(db, Number(trader))
    : findCredentialsByEmail(db, trader.trim().toLowerCase())
}

/** Actions of the desk about access to accounts. */
export const accountActions: ActionHandlers = {
  'trader.lock': async (context, { trader }, by) =>
    (await lockAccount(context, trader, by)) ? ok() : refuse('desk_control.already_locked'),
  'trader.unlock': async (context, { trader }, by) =>
    (await unlockAccount(context, trader, by)) ? ok() : refuse('desk_control.not_locked'),
  'trader.end_sessions': async (context, { trader }, by) => {
    await endSessions(context, trader, by)
    return ok()
  },
  'trader.send_reset_link': async (context, { trader }, by) => {
    const user = await findCredentials(context.db, trader)
    if (user === null) return refuse('desk.changed')
    if (!(await canMailResetLink(context, trader))) return refuse('desk_control.no_mail')
    await requestResetLink(context, user.email, toOfferedLocale(user.language), (trx) =>
      insertAuditEntry(trx, buildAudit(context, 'trader.send_reset_link', trader, by)),
    )
    return ok()
  },
  'trader.change_email': async (context, { trader, before, email, evidence }, by) => {
    const result = await changeEmailByOperator(context, trader, before, email.toLowerCase(), (trx) =>
      insertAuditEntry(trx, {
        ...buildAudit(context, 'trader.change_email', trader, by),
        before: { email: before },
        after: { email: email.toLowerCase(), evidence },
      }),
    )
    if (result.ok) await context.live.publish(trader, { type: 'sessions_changed' })
    return result
  },
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

/** Creates a link, and returns the part of its address behind `#`. The link works once, for ten minutes. */
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
  await insertAuditEntry(trx, buildAudit({ clock }, auditActions[kind] ?? `account.${kind}`, userId, by))
}

/** Names of the desk's actions, where the desk has one for the event. */
const auditActions: Readonly<Partial<Record<SecurityEventKind, OperatorActionName>>> = {
  account_locked: 'trader.lock',
  account_unlocked: 'trader.unlock',
  sessions_ended: 'trader.end_sessions',
}

function buildAudit({ clock }: Pick<AppContext, 'clock'>, action: string, userId: number, by: Operator): AuditEntry {
  return { by, action, subject: `user:${userId}`, before: null, after: null, at: clock.now() }
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
