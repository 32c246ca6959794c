import { isInvoiceCoin } from '@tradefront/rules/crypto/coins'
import { captureAccounts, type CaptureStatus } from '@tradefront/rules/deposits/deposit-state-machine'

import { buildTransferLines, type LedgerEntry, type LedgerLine } from '../ledger/service.ts'
import type { Attempt, Capture, Deposit } from './deposit.ts'

/** Books the money of a charge in the account that its status names. @param movement of the capture after it */
export function buildChargeEntry(
  { userId, bonus }: Pick<Deposit, 'userId' | 'bonus'>,
  { id, processor }: Pick<Attempt, 'id' | 'processor'>,
  status: CaptureStatus,
  { amount, currency }: Pick<Capture, 'amount' | 'currency'>,
  movement: number,
  at: Date,
): LedgerEntry {
  const target = toLedgerAccount(status, processor, userId)
  const lines: LedgerLine[] = buildTransferLines(buildClearingAccount(processor), target, amount, currency)
  if (status === 'credited' && bonus > 0) {
    lines.push(
      { account: 'bonus_expense', userId: null, currency, amount: -bonus },
      { account: 'bonus', userId, currency, amount: bonus },
    )
  }
  return { kind: `deposit.${status}`, subject: buildMovementSubject(id, movement), at, lines }
}

type MovedCapture = Pick<Capture, 'attemptId' | 'processor' | 'amount' | 'currency' | 'status'> & {
  readonly userId: number
}

/** Books a change of a capture's status. Returns null if the money stays in its account. @param movement of the capture after it */
export function buildMovementEntry(
  { attemptId, processor, amount, currency, status, userId }: MovedCapture,
  to: CaptureStatus,
  movement: number,
  at: Date,
): LedgerEntry | null {
  if (captureAccounts[status] === captureAccounts[to]) return null
  const getAccount = (place: CaptureStatus) => toLedgerAccount(place, processor, userId)
  const lines = buildTransferLines(getAccount(status), getAccount(to), amount, currency)
  return { kind: `deposit.${movementKinds[to]}`, subject: buildMovementSubject(attemptId, movement), at, lines }
}

/**
 * Kinds of entries. The kind of a charge is its status. Two kinds of movements differ, because their money comes from another account than
 * a charge's: `suspense_credited` (`credited_late` from suspense) and `late_returned` (`refund_due` from cash).
 */
const movementKinds: Record<CaptureStatus, string> = {
  credited: 'credited',
  credited_late: 'suspense_credited',
  credited_part: 'credited_part',
  suspense: 'suspense',
  refund_due: 'late_returned',
  refunded: 'refunded',
  reversed: 'reversed',
  taken_back: 'taken_back',
}

/** Builds the subject of a movement. The first movement of an attempt is its charge. */
export function buildMovementSubject(attemptId: number, movement: number): string {
  return movement === 1 ? `attempt:${attemptId}` : `attempt:${attemptId}/${movement}`
}

function toLedgerAccount(
  status: CaptureStatus,
  processor: string,
  userId: number,
): { account: string; userId: number | null } {
  const account = captureAccounts[status]
  if (account === 'cash') return { account, userId }
  return account === 'clearing' ? buildClearingAccount(processor) : { account, userId: null }
}

/** Builds the account of money that the processor owes us; for coins, of money that the wallet has received. */
export function buildClearingAccount(processor: string): { account: string; userId: null } {
  return { account: isInvoiceCoin(processor) ? 'crypto_clearing' : `clearing:${processor}`, userId: null }
}
