import type { TakenBackReport } from '@tradefront/processors/processor'
import {
  captureAccounts,
  captureTransitions,
  requireTransition,
} from '@tradefront/rules/deposits/deposit-state-machine'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../../context.ts'
import type { Operator } from '../../../platform/audit.ts'
import type { ConstraintName } from '../../../platform/database/constraints.ts'
import type { Db } from '../../../platform/database/database.ts'
import { retryConflicts, VersionConflict } from '../../../platform/database/retry.ts'
import { findBalances, findDepositBonuses, type LedgerEntry } from '../../ledger/service.ts'
import type { OperatorAction } from '../attempt-result.ts'
import { buildClearingAccount, buildMovementSubject } from '../capture-entry.ts'
import { type Capture, type CaptureKey, computeNextMovement, type Deposit, findCapture } from '../deposit.ts'
import type { LockedPayouts } from './payout-stop.ts'
import { changeCapture } from './refund-store.ts'
import { findDepositById } from '../deposit-lookup-store.ts'

type Cause =
  | { readonly to: 'reversed'; readonly operatorAction: OperatorAction }
  | { readonly to: 'taken_back'; readonly report: TakenBackReport; readonly operatorAction: OperatorAction | undefined }

/** Amounts in minor units. `owed` is what the trader no longer had. */
export type Reversal = { readonly taken: number; readonly owed: number; readonly bonusTaken: number }

/** Tries are needed because the trader can spend the money, or get more, between reading the balance and taking it. */
const maxTries = 10
const retriedConstraints: readonly ConstraintName[] = ['ledger_balances_amount_check', 'ledger_debt_first']

// Both functions undo a credit. They stop what waits to be paid out to the trader, take what was on hold and cash, and book the rest as the
// trader's debt.

/** Undoes the credit of money that the processor has not taken. */
export function reverseCredit(context: AppContext, deposit: Deposit, key: CaptureKey, by: Operator) {
  return moveBack(context, deposit, key, { to: 'reversed', operatorAction: { by, action: 'deposit.reverse' } })
}

/** Undoes the credit of money that the processor has taken back. */
export function takeBackCredit(
  context: AppContext,
  deposit: Deposit,
  key: CaptureKey,
  report: TakenBackReport,
  operatorAction?: OperatorAction,
) {
  return moveBack(context, deposit, key, { to: 'taken_back', report, operatorAction })
}

async function moveBack(
  context: AppContext,
  { userId, id }: Deposit,
  key: CaptureKey,
  cause: Cause,
): Promise<Result<Reversal, 'deposits.reversal_refused'>> {
  const { db } = context
  const moved = await retryConflicts(maxTries, retriedConstraints, async () => {
    const deposit = await findDepositById(db, userId, id)
    const capture = deposit === null ? undefined : findCapture(deposit, key)
    if (deposit === null || capture === undefined || captureAccounts[capture.status] !== 'cash')
      return refuse('deposits.reversal_refused')
    return ok(await db.transaction().execute((trx) => moveCapture(context, trx, deposit, capture, cause)))
  })
  if (moved === null) throw new Error('the balance changed too often during a reversal')
  return moved.value
}

/** Moves the money of a capture. @throws VersionConflict if the capture or a bonus has changed */
async function moveCapture(
  context: AppContext,
  trx: Db,
  deposit: Deposit,
  capture: Capture,
  cause: Cause,
): Promise<Reversal> {
  const { clock, payoutStop } = context
  const now = clock.now()
  const locked = await payoutStop.lockPayouts(trx, deposit.userId, capture)
  // A late credit and a part of an invoice came without a bonus. That of the deposit stays.
  const cameWithBonus = capture.status === 'credited'
  const bonus = cameWithBonus ? await findDepositBonuses(trx, deposit.userId, capture.currency, deposit.id) : noBonuses
  const balances = await findBalances(trx, deposit.userId, capture.currency)
  const reversal = computeReversal(capture, bonus, balances, locked)
  const nextMovement = computeNextMovement(deposit, capture.attemptId)
  const subject = buildMovementSubject(capture.attemptId, nextMovement)
  const { processor, amount, currency, status } = capture
  const details = { processor, amount, currency }
  const change = {
    stop: { payoutStop, locked },
    status: requireTransition(captureTransitions, status, cause.to),
    reason: cause.to === 'taken_back' ? cause.report : null,
    refundReference: null,
    nextCheckAt: null,
    entry: buildReversalEntry(deposit, capture, reversal, bonus, { kind: `deposit.${cause.to}`, subject, at: now }),
    bonuses: cameWithBonus ? { depositId: deposit.id, before: bonus.bonuses } : null,
    audit:
      cause.operatorAction === undefined
        ? null
        : {
            ...cause.operatorAction,
            subject: `deposit:${deposit.id}`,
            before: { ...details, money: status },
            after: { ...details, money: cause.to, ...reversal },
            at: now,
          },
    alert: cause.to === 'taken_back' ? ('deposit.taken_back' as const) : null,
  }
  if (!(await changeCapture(trx, { ...capture, nextMovement }, change, now))) throw new VersionConflict()
  await payoutStop.announceStop(context, trx, locked, now)
  return reversal
}
type DepositBonusMoney = Awaited<ReturnType<typeof findDepositBonuses>>

const noBonuses: DepositBonusMoney = { bonuses: { open: 0, frozen: 0, released: 0 }, fromBonus: 0, fromHold: 0 }

/**
 * Computes what is taken, which is no more than the trader has: the rest is owed. What the bonuses of the deposit and of its promo code
 * have released to cash goes with the deposit.
 */
function computeReversal(
  { amount }: Capture,
  { bonuses, fromBonus, fromHold }: DepositBonusMoney,
  balances: { readonly cash: number },
  { returned }: LockedPayouts,
): Reversal {
  const due = amount + bonuses.released
  const taken = Math.min(due, balances.cash + returned)
  return { taken, owed: due - taken, bonusTaken: fromBonus + fromHold }
}

function buildReversalEntry(
  { userId }: Deposit,
  { processor, amount, currency }: Capture,
  { taken, owed, bonusTaken }: Reversal,
  { bonuses, fromBonus, fromHold }: DepositBonusMoney,
  entry: Omit<LedgerEntry, 'lines'>,
): LedgerEntry {
  const lines = [
    { ...buildClearingAccount(processor), currency, amount },
    { account: 'cash', userId, currency, amount: -taken },
    { account: 'debt', userId, currency, amount: -owed },
    { account: 'bonus', userId, currency, amount: -fromBonus },
    { account: 'bonus_hold', userId, currency, amount: -fromHold },
    { account: 'bonus_expense', userId: null, currency, amount: bonusTaken + bonuses.released },
  ]
  return { ...entry, lines: lines.filter((line) => line.amount !== 0) }
}
