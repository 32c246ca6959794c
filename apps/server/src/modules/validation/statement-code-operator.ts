import { maxStatementCodeAttempts } from '@tradefront/rules/validation/statement-code'

import { insertAuditEntry, type Operator } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { AlertsService } from '../alerts/service.ts'
import { confirmByOperator, findRequiringDeposit, findStatementCode, resetAttempts } from './statement-code-store.ts'

/** Raised when the last attempt is used. */
export function toUnconfirmedAlert(userId: number) {
  return { kind: 'card.unconfirmed', subject: `user:${userId}` } as const
}

export type StatementCodeOperatorDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly publishUser: (userId: number) => Promise<void>
  readonly alerts: Pick<AlertsService, 'withdrawAlert'>
}

export type StatementCodeOperator = ReturnType<typeof createStatementCodeOperator>

/** How support helps traders who cannot enter their code. Every change is in the audit log. */
export function createStatementCodeOperator({ db, clock, publishUser, alerts }: StatementCodeOperatorDeps) {
  const findState = async (trx: Db, userId: number) => {
    const code = await findStatementCode(trx, userId)
    return (
      code && {
        attemptsLeft: code.attemptsLeft,
        isConfirmed: code.isConfirmed,
        depositId: await findRequiringDeposit(trx, userId),
      }
    )
  }
  const change = async (userId: number, by: Operator, action: string, update: (trx: Db) => Promise<boolean>) => {
    const isChanged = await db.transaction().execute(async (trx) => {
      const before = await findState(trx, userId)
      if (!(await update(trx))) return false
      const after = await findState(trx, userId)
      await insertAuditEntry(trx, { by, action, subject: `user:${userId}`, before, after, at: clock.now() })
      return true
    })
    if (!isChanged) return false
    await alerts.withdrawAlert(toUnconfirmedAlert(userId))
    await publishUser(userId)
    return true
  }

  return {
    /** Without the code. Null if none was printed. */
    findState: (userId: number) => findState(db, userId),

    /** Returns false if nothing changed. */
    resetAttempts: (userId: number, by: Operator): Promise<boolean> =>
      change(userId, by, 'statement_code.reset', (trx) => resetAttempts(trx, userId, maxStatementCodeAttempts)),

    /** Returns false if nothing changed. */
    confirm: (userId: number, by: Operator): Promise<boolean> =>
      change(userId, by, 'statement_code.confirm', (trx) => confirmByOperator(trx, userId, clock.now())),
  }
}
