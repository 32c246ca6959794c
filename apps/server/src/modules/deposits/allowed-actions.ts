import type { DepositAction, EntryLine } from '@tradefront/contract/desk-money'
import { isInvoiceCoin } from '@tradefront/rules/crypto/coins'
import { isClaimCode } from '@tradefront/rules/deposits/claims'
import { captureAccounts, isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import { currencies, type Currency } from '@tradefront/rules/ledger/money'

import type { LedgerLine } from '../ledger/service.ts'
import { buildChargeEntry, buildClearingAccount, buildMovementEntry } from './capture-entry.ts'
import { type Attempt, type Capture, type Deposit, findCreditedCapture, listCapturesOfAttempt } from './deposit.ts'
import { isContested } from './match-charge.ts'

const anyTime = new Date(0)

/**
 * Lists what operators can do about a deposit now, with the lines that each action writes into the ledger. @param cash of the trader, minor
 * units
 */
export function listAllowedActions(deposit: Deposit, cash: number): DepositAction[] {
  return deposit.attempts
    .filter(({ isCharging, processor }) => isCharging && !isInvoiceCoin(processor))
    .flatMap((attempt) => {
      const captures = listCapturesOfAttempt(deposit, attempt.id)
      return [
        ...listAttemptActions(deposit, attempt, captures),
        ...captures.flatMap((capture) => listChargeActions(deposit, attempt, capture, cash)),
      ]
    })
}

function listAttemptActions(deposit: Deposit, attempt: Attempt, captures: readonly Capture[]): DepositAction[] {
  const { amount, currency } = deposit
  const base = { attempt: attempt.reference, processor: attempt.processor, charge: null, amount, currency }
  const isUndecided = isActiveState(attempt.state) && captures.length === 0
  const credit = toLines(buildChargeEntry(deposit, attempt, 'credited', { amount, currency }, 1, anyTime).lines)
  if (isClaimCode(attempt.processor)) {
    if (!isUndecided) return []
    return [
      { ...base, action: 'claim.accept', lines: credit },
      { ...base, action: 'claim.reject', lines: [] },
    ]
  }
  const canResolve =
    isUndecided && (deposit.state === 'review' || attempt.state === 'manual_review' || isContested(attempt))
  const canAsk = captures.length === 0 || captures.some(({ status }) => status === 'refund_due')
  const actions: DepositAction[] = []
  if (canAsk) actions.push({ ...base, action: 'deposit.ask', lines: [] })
  if (canResolve)
    actions.push(
      { ...base, action: 'deposit.resolve_paid', lines: credit },
      { ...base, action: 'deposit.resolve_unpaid', lines: [] },
    )
  return actions
}

function listChargeActions(deposit: Deposit, attempt: Attempt, capture: Capture, cash: number): DepositAction[] {
  const { status, amount, number: charge, processor } = capture
  const currency = currencies.find((known) => known === capture.currency)
  if (currency === undefined) return []
  const base = { attempt: attempt.reference, processor, charge, amount, currency }
  const moved = { ...capture, userId: deposit.userId }
  const move = (to: Capture['status']) => toLines(buildMovementEntry(moved, to, 1, anyTime)?.lines ?? [])
  const canAccept = status === 'suspense' && currency === deposit.currency && findCreditedCapture(deposit) === null
  const canRefund = (status === 'suspense' || status === 'credited_late') && !isClaimCode(processor)
  const canReverse = status === 'suspense' || captureAccounts[status] === 'cash'
  const actions: DepositAction[] = []
  if (canAccept) actions.push({ ...base, action: 'deposit.accept', lines: move('credited_late') })
  if (canRefund) actions.push({ ...base, action: 'deposit.refund', lines: move('refunded') })
  if (canReverse) {
    const lines = status === 'suspense' ? move('reversed') : buildReversal(deposit, capture, currency, cash)
    actions.push({ ...base, action: 'deposit.reverse', lines })
  }
  return actions
}

/**
 * Builds the lines of a reversal at the present balance. Money on hold for withdrawals would come back first, and the deposit's bonus is
 * taken too.
 */
function buildReversal({ userId }: Deposit, { amount, processor }: Capture, currency: Currency, cash: number) {
  const taken = Math.min(amount, Math.max(0, cash))
  const lines: LedgerLine[] = [
    { ...buildClearingAccount(processor), currency, amount },
    { account: 'cash', userId, currency, amount: -taken },
    { account: 'debt', userId, currency, amount: taken - amount },
  ]
  return toLines(lines.filter((line) => line.amount !== 0))
}

function toLines(lines: readonly LedgerLine[]): EntryLine[] {
  return lines.map(({ account, userId, amount, currency }) => ({
    account,
    isTrader: userId !== null,
    amount,
    currency,
  }))
}
