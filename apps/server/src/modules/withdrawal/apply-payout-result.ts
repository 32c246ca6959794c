import { findWithdrawalEnd, payoutTransitions } from '@tradefront/rules/withdrawal/withdrawal-states'

import type { AuditEntry } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { raiseAlert, withdrawAlert } from '../alerts/service.ts'
import type { MarksService } from '../marks/service.ts'
import { lockWithdrawal } from './decision-store.ts'
import { type DuePayout, endPayout, listPayouts, type PayoutOfWithdrawal, type PayoutResult } from './payout-store.ts'
import type { MailWithdrawal } from './withdrawal-mails.ts'
import { findWithdrawal } from './withdrawal-store.ts'

type DecidedPayout = Pick<DuePayout, 'id' | 'withdrawalId' | 'userId' | 'reference'>

/** @param audit of the operator who decides it */
export type ApplyPayoutResult = (payout: DecidedPayout, result: PayoutResult, audit?: AuditEntry) => Promise<void>

type ApplyPayoutResultDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly marks: Pick<MarksService, 'recordMark'>
  readonly mailWithdrawal: MailWithdrawal
  readonly publishUser: (userId: number) => Promise<void>
}

/** Every result of a payout, wherever it comes from, goes through here: money, states and mail are one transaction. */
export function createApplyPayoutResult({
  db,
  clock,
  marks,
  mailWithdrawal,
  publishUser,
}: ApplyPayoutResultDeps): ApplyPayoutResult {
  return async (payout, result, audit) => {
    const { withdrawalId, userId } = payout
    const isApplied = await db.transaction().execute(async (trx) => {
      const at = clock.now()
      await lockWithdrawal(trx, withdrawalId)
      const payouts = await listPayouts(trx, withdrawalId)
      const current = payouts.find(({ id }) => id === payout.id)
      if (current === undefined) throw new Error('invariant: a payout of this withdrawal')
      const subject = `withdrawal:${withdrawalId}`
      if (!isDecidable(current, payout, result)) {
        if (audit === undefined && isContradiction(current, payout, result)) {
          const detail = { payout: current.number, state: current.state, answer: result.state }
          await raiseAlert(trx, { kind: 'payout.contradiction', subject, detail }, at)
        }
        return false
      }
      const states = payouts.map(({ id, state }) => (id === payout.id ? result.state : state))
      const end = findWithdrawalEnd(states)
      const paid = payouts.reduce((sum, { amount }, index) => sum + (states[index] === 'paid' ? amount : 0), 0)
      const withdrawal = await findWithdrawal(trx, withdrawalId, null)
      const returned = end === null || end === 'paid' ? 0 : (withdrawal?.amount ?? 0) - paid
      await endPayout(trx, { payout, result, withdrawalState: end ?? 'paying', returned, audit: audit ?? null, at })
      const sent = withdrawal?.payouts.find(({ id }) => id === payout.id)
      if (result.state === 'paid' && sent?.account != null) {
        const value = `${sent.method}:${sent.account}`
        await marks.recordMark(trx, { userId, kind: 'payee', value, isProved: true, at })
      }
      if (result.state === 'refused')
        await raiseAlert(trx, { kind: 'payout.refused', subject, detail: { reason: result.reason } }, at)
      if (end === null) return true
      await withdrawAlert(trx, { kind: 'payout.unanswered', subject }, at)
      await mailWithdrawal(trx, withdrawalId, end)
      return true
    })
    if (isApplied) await publishUser(userId)
  }
}

/** This try has not ended. One that was not sent can only be dropped. */
function isDecidable(current: PayoutOfWithdrawal, { reference }: DecidedPayout, result: PayoutResult): boolean {
  if (current.reference !== reference) return false
  return payoutTransitions[current.state].includes(result.state)
}

/** A final state never changes. Money that an earlier try has sent was promised not to be sent. */
function isContradiction(current: PayoutOfWithdrawal, { reference }: DecidedPayout, result: PayoutResult): boolean {
  if (result.state === 'dropped') return false
  if (current.reference !== reference) return result.state === 'paid'
  return current.state !== result.state
}
