import type { ActionInput } from '@tradefront/contract/operator-actions'
import { isClaimCode } from '@tradefront/rules/deposits/claims'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { ActionHandlers, AppContext } from '../../context.ts'
import { isUnusedPayment } from './bank/bank-payment-store.ts'
import { decideClaim } from './claims.ts'
import { attachChargebackFile, detachChargebackFile } from './chargeback-files.ts'
import { closeChargeback, noteChargeback } from './chargeback-store.ts'
import { findDepositById } from './deposit-lookup-store.ts'
import { type Attempt, type Capture, type DepositWithContext, findAttempt, findCapture } from './deposit.ts'
import {
  acceptSuspense,
  refundCapture,
  requestInquiry,
  resolveReview,
  reverseCapture,
  type ReviewFinding,
} from './operator.ts'
import type { Operator } from '../../platform/audit.ts'

type Named = { readonly deposit: string; readonly trader: number; readonly attempt: string }
type Match = { readonly deposit: DepositWithContext; readonly attempt: Attempt }

/** Actions of the desk on deposits. An order is refused if the deposit has changed since it was signed, or if it was done already. */
export const depositActions: ActionHandlers = {
  'deposit.resolve_paid': (context, input, by) => {
    const { amount, currency, processorReference } = input
    return resolve(context, input, { kind: 'paid', amount, currency, processorReference }, by)
  },
  'deposit.resolve_unpaid': (context, input, by) => resolve(context, input, { kind: 'unpaid' }, by),
  'deposit.accept': (context, input, by) =>
    withCharge(context, input, async ({ attempt }, capture) =>
      capture.status === 'suspense' ? acceptSuspense(context, attempt, capture, by) : refuse('desk.changed'),
    ),
  'deposit.refund': (context, input, by) =>
    withCharge(context, input, (match, capture) => refundCapture(context, match, capture, by)),
  'deposit.reverse': (context, input, by) =>
    withCharge(context, input, async (match, capture) => {
      const reversed = await reverseCapture(context, match, match.attempt, capture, by)
      return reversed.ok ? ok() : reversed
    }),
  'deposit.ask': async (context, input, by) => {
    const match = await findMatch(context, input)
    if (match === null || !match.attempt.isCharging || isClaimCode(match.attempt.processor))
      return refuse('desk.changed')
    const { reported } = await requestInquiry(context, match, match.attempt, false, by)
    return reported === 'busy' ? refuse('desk_money.asked_now') : ok()
  },
  'claim.accept': async (context, input, by) => {
    const match = await findMatch(context, input)
    if (match === null || !isClaimCode(match.attempt.processor) || match.deposit.currency !== input.currency)
      return refuse('desk.changed')
    if (input.payment !== undefined && !(await isUnusedPayment(context.db, input.payment, input)))
      return refuse('desk_reconcile.payment_used')
    return decideClaim(context, input.attempt, { kind: 'accepted', received: input.amount }, by)
  },
  'claim.reject': async (context, input, by) => {
    const match = await findMatch(context, input)
    if (match === null || !isClaimCode(match.attempt.processor)) return refuse('desk.changed')
    return decideClaim(context, input.attempt, { kind: 'rejected', reason: input.words }, by)
  },
  'chargeback.note': async ({ db, clock }, input, by) =>
    (await noteChargeback(db, input, by, clock.now())) ? ok() : refuse('desk.changed'),
  'chargeback.attach': attachChargebackFile,
  'chargeback.detach': detachChargebackFile,
  'chargeback.close': async ({ db, clock }, input, by) =>
    (await closeChargeback(db, input, by, clock.now())) ? ok() : refuse('desk.changed'),
}

async function resolve(context: AppContext, input: Named, finding: ReviewFinding, by: Operator): Promise<Result> {
  const match = await findMatch(context, input)
  if (match === null || isClaimCode(match.attempt.processor)) return refuse('desk.changed')
  const result = await resolveReview(context, match, match.attempt, finding, by)
  if (!result.ok) return result
  return result.value === 'resolved' ? ok() : refuse('desk.changed')
}

/** Runs an action only with the charge that the operator has signed. */
async function withCharge(
  context: AppContext,
  input: ActionInput<'deposit.refund'>,
  act: (match: Match, capture: Capture) => Promise<Result>,
): Promise<Result> {
  const match = await findMatch(context, input)
  const capture = match && findCapture(match.deposit, { attemptId: match.attempt.id, number: input.charge })
  if (!match || !capture || capture.amount !== input.amount || capture.currency !== input.currency)
    return refuse('desk.changed')
  return act(match, capture)
}

async function findMatch(
  { db }: AppContext,
  { deposit: id, trader, attempt: reference }: Named,
): Promise<Match | null> {
  const deposit = await findDepositById(db, trader, id)
  const attempt = findAttempt(deposit, reference)
  return deposit === null || attempt === undefined ? null : { deposit, attempt }
}
