import { captureAccounts } from '@tradefront/rules/deposits/deposit-state-machine'

import type { Deposit } from '../deposits/service.ts'
import { buildOutputReference, type StoredReceipt } from './invoice.ts'

/**
 * Returns true if the block of a credited payment is gone while its money is still on the account. The capture decides, because the
 * payment is marked after it.
 */
export function isLost({ captures }: Deposit, receipt: StoredReceipt): boolean {
  const output = buildOutputReference(receipt)
  return (
    receipt.blockHeight === null &&
    captures.some(
      ({ processorReference, status }) => processorReference === output && captureAccounts[status] === 'cash',
    )
  )
}

/** Returns whether the payment was credited, and an operator has reversed it. */
export function isTakenBack({ captures }: Deposit, receipt: StoredReceipt): boolean {
  const output = buildOutputReference(receipt)
  return captures.some(
    ({ processorReference, status }) => processorReference === output && captureAccounts[status] !== 'cash',
  )
}

/**
 * Returns true if a payment is lost. Money that arrives now can be the same money in another transaction, so that it waits until the
 * lost payment is found again, or an operator has reversed it.
 */
export function hasLostPayment(
  deposit: Deposit,
  { receipts }: { readonly receipts: readonly StoredReceipt[] },
): boolean {
  return receipts.some((receipt) => isLost(deposit, receipt))
}
