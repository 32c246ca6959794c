import type { TakenBackReport } from '@tradefront/processors/processor'
import {
  captureAccounts,
  captureTransitions,
  requireTransition,
} from '@tradefront/rules/deposits/deposit-state-machine'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { getViolatedConstraint } from '../../../platform/http/errors.ts'
import { buildTransferLines, type LedgerEntry, type LedgerService } from '../../ledger/service.ts'
import type { OperatorAction } from '../attempt-result.ts'
import { buildClearingAccount, buildMovementSubject } from '../capture-entry.ts'
import type { DepositStore } from '../deposit-store.ts'
import { type Capture, type CaptureKey, computeNextMovement, type Deposit, findCapture } from '../deposit.ts'
import type { RefundStore } from './refund-store.ts'

export type ReversalService = ReturnType<typeof createReversalService>

type Cause =
  | { readonly to: 'reversed'; readonly operatorAction: OperatorAction }
  | { readonly to: 'taken_back'; readonly report: TakenBackReport; readonly operatorAction: OperatorAction | undefined }

/** Minor units. `owed`: what the trader no longer had. */
export type Reversal = { readonly taken: number; readonly owed: number; readonly bonusTaken: number }

type ReversalServiceDeps = {
  readonly store: Pick<DepositStore, 'findById'>
  readonly refundStore: RefundStore
  readonly ledger: Pick<LedgerService, 'findBalances' | 'sumDepositBonuses'>
  readonly clock: Clock
}

/** The trader can spend the money between reading the balance and taking it. */
const maxTries = 10

/** Undoes a credit of money that the processor has not taken, or has taken back. */
export function createReversalService({ store, refundStore, ledger, clock }: ReversalServiceDeps) {
  return {
    reverseCapture: (deposit: Deposit, key: CaptureKey, by: Operator) =>
      moveBack(deposit, key, { to: 'reversed', operatorAction: { by, action: 'deposit.reverse' } }),

    takeBackCapture: (deposit: Deposit, key: CaptureKey, report: TakenBackReport, operatorAction?: OperatorAction) =>
      moveBack(deposit, key, { to: 'taken_back', report, operatorAction }),
  }

  async function moveBack(
    { userId, id }: Deposit,
    key: CaptureKey,
    cause: Cause,
  ): Promise<Result<Reversal, 'cards.reversal_refused'>> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const deposit = await store.findById(userId, id)
      const capture = deposit === null ? undefined : findCapture(deposit, key)
      if (deposit === null || capture === undefined || captureAccounts[capture.status] !== 'cash')
        return refuse('cards.reversal_refused')
      const now = clock.now()
      // A late credit and a part of an invoice came without a bonus. That of the deposit stays.
      const cameWithBonus = capture.status === 'credited'
      const bonus = cameWithBonus ? await ledger.sumDepositBonuses(deposit.id) : 0
      const reversal = computeReversal(capture, bonus, await ledger.findBalances(userId, capture.currency))
      const nextMovement = computeNextMovement(deposit, capture.attemptId)
      const subject = buildMovementSubject(capture.attemptId, nextMovement)
      const { processor, amount, currency, status } = capture
      const details = { processor, amount, currency }
      const change = {
        status: requireTransition(captureTransitions, status, cause.to),
        reason: cause.to === 'taken_back' ? cause.report : null,
        refundReference: null,
        nextCheckAt: null,
        entry: buildReversalEntry(deposit, capture, reversal, { kind: `deposit.${cause.to}`, subject, at: now }),
        bonuses: cameWithBonus ? { depositId: deposit.id, total: bonus } : null,
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
      try {
        if (await refundStore.changeCapture({ ...capture, nextMovement }, change, now)) return ok(reversal)
      } catch (error) {
        if (getViolatedConstraint(error) !== 'ledger_balances_amount_check') throw error
      }
    }
    throw new Error('the balance changed too often during a reversal')
  }
}

/**
 * Takes no more than the trader has: the rest of the money is owed, the rest of the bonus is the house's expense.
 * @param bonus of the deposit and of its promo code
 */
function computeReversal(
  { amount }: Capture,
  bonus: number,
  balances: { readonly cash: number; readonly bonus: number },
): Reversal {
  const taken = Math.min(amount, balances.cash)
  return { taken, owed: amount - taken, bonusTaken: Math.min(bonus, balances.bonus) }
}

function buildReversalEntry(
  { userId }: Deposit,
  { processor, amount, currency }: Capture,
  { taken, owed, bonusTaken }: Reversal,
  entry: Omit<LedgerEntry, 'lines'>,
): LedgerEntry {
  const lines = [
    { ...buildClearingAccount(processor), currency, amount },
    { account: 'cash', userId, currency, amount: -taken },
    { account: 'receivable', userId: null, currency, amount: -owed },
    ...buildTransferLines(
      { account: 'bonus', userId },
      { account: 'bonus_expense', userId: null },
      bonusTaken,
      currency,
    ),
  ]
  return { ...entry, lines: lines.filter((line) => line.amount !== 0) }
}
