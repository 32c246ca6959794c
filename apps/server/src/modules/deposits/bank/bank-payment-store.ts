import type { BankFormat } from '@tradefront/contract/desk-bank'
import { sql } from 'kysely'

import type { Db } from '../../../platform/database/database.ts'
import type { BankStatement } from './bank-payment.ts'

/** Returns whether the payment has this amount and was not credited. */
export async function isUnusedPayment(
  db: Db,
  id: number,
  { amount, currency }: { readonly amount: number; readonly currency: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from bank_payments p where id = ${id} and amount = ${amount} and currency = ${currency}
       and not exists (select from accepted_bank_payments a where a.payment_id = p.id::text)`.execute(db)
  return rows.length > 0
}

/** Stores payments that an operator has imported. @returns how many are new @param format how the columns of a CSV file are named */
export async function storeBankPayments(
  db: Db,
  secret: Buffer,
  { account, payments }: BankStatement,
  format: BankFormat | null,
): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    select store_bank_payments(${secret}, ${account}, ${JSON.stringify(payments)}::jsonb,
             ${format === null ? null : JSON.stringify(format)}::jsonb) as added`.execute(db)
  return rows[0]?.added ?? 0
}
