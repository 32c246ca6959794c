import { randomBytes } from 'node:crypto'

import { type Operator, insertAuditEntry } from '../../platform/audit.ts'
import { type Clock, minuteMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { Db } from '../../platform/database/database.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import { findCredentials, findCredentialsByEmail, incrementDeviceEpoch, updateLocked } from '../users/service.ts'
import { insertLoginLink } from './login-link-store.ts'
import { type SecurityEventKind, insertSecurityEvent, listSecurityEvents } from './security-log.ts'
import { deleteSessionsOfUser } from './session-store.ts'

const loginLinkMinutes = 10

export type AccountOperatorDeps = { readonly db: Db; readonly clock: Clock; readonly live: UserEvents }

export type AccountOperator = ReturnType<typeof createAccountOperator>

/** Operators' changes of the access to an account. Each is in the audit log, too. */
export function createAccountOperator({ db, clock, live }: AccountOperatorDeps) {
  const record = async (trx: Db, kind: SecurityEventKind, userId: number, by: Operator) => {
    const at = clock.now()
    await insertSecurityEvent(trx, { kind, userId, address: '', operator: by.actor.slice(0, 100), at })
    const subject = `user:${userId}`
    await insertAuditEntry(trx, { by, action: `account.${kind}`, subject, before: null, after: null, at })
  }

  const endSessions = async (trx: Db, userId: number) => {
    await deleteSessionsOfUser(trx, userId)
    await incrementDeviceEpoch(trx, userId)
  }

  const setLocked = async (userId: number, isLocked: boolean, by: Operator): Promise<boolean> => {
    const isChanged = await db.transaction().execute(async (trx) => {
      if (!(await updateLocked(trx, userId, isLocked ? clock.now() : null))) return false
      if (isLocked) await endSessions(trx, userId)
      await record(trx, isLocked ? 'account_locked' : 'account_unlocked', userId, by)
      return true
    })
    if (isChanged) await live.publish(userId, { type: 'sessions_changed' })
    return isChanged
  }

  return {
    /** @param trader account number or e-mail */
    findTrader: async (
      trader: string,
    ): Promise<{ id: number; email: string; language: string; isLocked: boolean } | null> =>
      /^\d{1,15}$/.test(trader)
        ? findCredentials(db, Number(trader))
        : findCredentialsByEmail(db, trader.trim().toLowerCase()),

    /** Returns false if it is locked already. */
    lockAccount: (userId: number, by: Operator) => setLocked(userId, true, by),

    /** Returns false if it is not locked. */
    unlockAccount: (userId: number, by: Operator) => setLocked(userId, false, by),

    endSessions: async (userId: number, by: Operator): Promise<void> => {
      await db.transaction().execute(async (trx) => {
        await endSessions(trx, userId)
        await record(trx, 'sessions_ended', userId, by)
      })
      await live.publish(userId, { type: 'sessions_changed' })
    },

    /** The part of the address behind `#`. Works once, for ten minutes. */
    createLoginLink: async (userId: number, by: Operator): Promise<string> => {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(clock.now().getTime() + loginLinkMinutes * minuteMs)
      await db.transaction().execute(async (trx) => {
        await insertLoginLink(trx, sha256(token), userId, expiresAt)
        await record(trx, 'login_link', userId, by)
      })
      return token
    },

    listSecurityEvents: (userId: number | null, limit: number) => listSecurityEvents(db, userId, limit),
  }
}
