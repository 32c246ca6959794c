import { findWithdrawalEnd } from '@tradefront/rules/withdrawal/withdrawal-states'

import type { AuditEntry } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { raiseAlert, withdrawAlert } from '../deposits/service.ts'
import {
  type DuePayout,
  endPayingWithdrawal,
  endPayout,
  listPayoutStates,
  lockWithdrawal,
  type PayoutResult,
} from './payout-store.ts'
import type { MailWithdrawal } from './withdrawal-mails.ts'

/** @param audit of the operator who decides it */
export type ApplyPayoutResult = (
  payout: Pick<DuePayout, 'id' | 'withdrawalId' | 'userId' | 'reference'>,
  result: PayoutResult,
  audit?: AuditEntry,
) => Promise<void>

type ApplyPayoutResultDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly mailWithdrawal: MailWithdrawal
  readonly publishUser: (userId: number) => Promise<void>
}

/** Every result of a payout, wherever it comes from, goes through here: money, states and mail are one transaction. */
export function createApplyPayoutResult({
  db,
  clock,
  mailWithdrawal,
  publishUser,
}: ApplyPayoutResultDeps): ApplyPayoutResult {
  return async (payout, result, audit) => {
    const { withdrawalId, userId } = payout
    const isApplied = await db.transaction().execute(async (trx) => {
      const at = clock.now()
      await lockWithdrawal(trx, withdrawalId)
      if (!(await endPayout(trx, payout, result, audit ?? null, at))) return false
      const subject = `withdrawal:${withdrawalId}`
      if (result.state === 'refused')
        await raiseAlert(trx, { kind: 'payout.refused', subject, detail: { reason: result.reason } }, at)
      const end = findWithdrawalEnd(await listPayoutStates(trx, withdrawalId))
      if (end === null) return true
      await endPayingWithdrawal(trx, withdrawalId, end, null, at)
      await withdrawAlert(trx, { kind: 'payout.unanswered', subject }, at)
      await mailWithdrawal(trx, withdrawalId, end)
      return true
    })
    if (isApplied) await publishUser(userId)
  }
}
