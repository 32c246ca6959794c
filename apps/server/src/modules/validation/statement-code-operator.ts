import { maxStatementCodeAttempts } from '@tradefront/rules/validation/statement-code'

import type { AppContext } from '../../context.ts'
import { insertAuditEntry, type Operator } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { withdrawAlert } from '../alerts/service.ts'
import { confirmByOperator, findRequiringDeposit, findStatementCode, resetAttempts } from './statement-code-store.ts'

/** Returns the alert that is raised when the last attempt is used. */
export function toUnconfirmedAlert(userId: number) {
  return { kind: 'card.unconfirmed', subject: `user:${userId}` } as const
}

// Support helps traders who cannot enter their code with these functions. Every change is in the audit log.

/** Finds the state of a code, without the code. Null if none was printed. */
export function findStatementCodeState({ db }: AppContext, userId: number) {
  return readState(db, userId)
}

/** Returns false if nothing changed. */
export function resetStatementCodeAttempts(context: AppContext, userId: number, by: Operator): Promise<boolean> {
  return changeStatementCode(context, userId, by, 'statement_code.reset', (trx) =>
    resetAttempts(trx, userId, maxStatementCodeAttempts),
  )
}

/** Returns false if nothing changed. */
export function confirmStatementCode(context: AppContext, userId: number, by: Operator): Promise<boolean> {
  return changeStatementCode(context, userId, by, 'statement_code.confirm', (trx) =>
    confirmByOperator(trx, userId, context.clock.now()),
  )
}

async function readState(trx: Db, userId: number) {
  const code = await findStatementCode(trx, userId)
  return (
    code && {
      attemptsLeft: code.attemptsLeft,
      isConfirmed: code.isConfirmed,
      depositId: await findRequiringDeposit(trx, userId),
    }
  )
}

async function changeStatementCode(
  context: AppContext,
  userId: number,
  by: Operator,
  action: string,
  update: (trx: Db) => Promise<boolean>,
) {
  const { db, clock } = context
  const isChanged = await db.transaction().execute(async (trx) => {
    const before = await readState(trx, userId)
    if (!(await update(trx))) return false
    const after = await readState(trx, userId)
    await insertAuditEntry(trx, { by, action, subject: `user:${userId}`, before, after, at: clock.now() })
    return true
  })
  if (!isChanged) return false
  await withdrawAlert(db, toUnconfirmedAlert(userId), clock.now())
  await publishUserChanged(context, userId)
  return true
}
