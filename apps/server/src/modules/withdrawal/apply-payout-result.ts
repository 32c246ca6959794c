import { findWithdrawalEnd, payoutTransitions } from '@tradefront/rules/withdrawal/withdrawal-states'

import type { AppContext } from '../../context.ts'
import type { AuditEntry } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { raiseAlert, withdrawAlert } from '../alerts/service.ts'
import { recordMark } from '../marks/service.ts'
import { lockWithdrawal } from './decision-store.ts'
import { type DuePayout, endPayout, listPayouts, type PayoutOfWithdrawal, type PayoutResult } from './payout-store.ts'
import { mailWithdrawal } from './withdrawal-mails.ts'
import { findWithdrawal } from './withdrawal-store.ts'

type DecidedPayout = Pick<DuePayout, 'id' | 'withdrawalId' | 'userId' | 'reference'>

/**
 * Applies a result of a payout. Every result, wherever it comes from, goes through here: money, states and mail are one transaction. @param
 * audit of the operator who decides it
 */
export async function applyPayoutResult(
  context: AppContext,
  payout: DecidedPayout,
  result: PayoutResult,
  audit?: AuditEntry,
): Promise<void> {
  const isApplied = await context.db.transaction().execute((trx) => writeResult(context, trx, payout, result, audit))
  if (isApplied) await publishUserChanged(context, payout.userId)
}

/** Writes a result in a transaction. Returns false if the payout was decided before. */
export async function writeResult(
  context: AppContext,
  trx: Db,
  payout: DecidedPayout,
  result: PayoutResult,
  audit?: AuditEntry,
): Promise<boolean> {
  const { withdrawalId, userId } = payout
  const at = context.clock.now()
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
    await recordMark(context, trx, { userId, kind: 'payee', value, isProved: true, at })
  }
  if (result.state === 'refused')
    await raiseAlert(trx, { kind: 'payout.refused', subject, detail: { reason: result.reason } }, at)
  if (end === null) return true
  await withdrawAlert(trx, { kind: 'payout.unanswered', subject }, at)
  await mailWithdrawal(context, trx, withdrawalId, end)
  return true
}

/** Returns whether this try has not ended. One that was not sent can only be dropped. */
function isDecidable(current: PayoutOfWithdrawal, { reference }: DecidedPayout, result: PayoutResult): boolean {
  if (current.reference !== reference) return false
  return payoutTransitions[current.state].includes(result.state)
}

/**
 * Returns whether the result contradicts what is known. A final state never changes, and the channel has promised not to send the money of
 * an earlier try.
 */
function isContradiction(current: PayoutOfWithdrawal, { reference }: DecidedPayout, result: PayoutResult): boolean {
  if (result.state === 'dropped') return false
  if (current.reference !== reference) return result.state === 'paid'
  return current.state !== result.state
}
