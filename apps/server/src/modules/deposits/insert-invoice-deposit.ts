import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'

import type { Db } from '../../platform/database/database.ts'
import { insertDeposit, type NewDeposit } from './deposit-store.ts'
import { insertAttempt } from './deposit-writes.ts'
import type { Deposit } from './deposit.ts'

type NewInvoiceDeposit = Omit<NewDeposit, 'method' | 'cardId' | 'processorOrder' | 'instrumentKind' | 'instrumentHint'>

/**
 * Inserts the deposit of an invoice with its one attempt, which waits for the payment.
 * @param transaction also inserts the invoice
 * @param reference the invoice's guid
 * @param address the receipt shows its last characters
 * @returns null if the idempotency key is in use
 */
export async function insertInvoiceDeposit(
  transaction: Db,
  deposit: NewInvoiceDeposit,
  coin: InvoiceCoin,
  reference: string,
  address: string,
  now: Date,
): Promise<Deposit | null> {
  const inserted = await insertDeposit(
    transaction,
    {
      ...deposit,
      method: 'crypto',
      cardId: null,
      processorOrder: [coin],
      instrumentKind: coin,
      instrumentHint: address.slice(-4),
    },
    now,
  )
  if (inserted === null) return null
  const attempt = { processor: coin, isCharging: true, state: 'pending', reference, nextCheckAt: null } as const
  return insertAttempt(transaction, inserted, attempt, null, now)
}
