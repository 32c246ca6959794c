import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import type { CreditTerms } from '@tradefront/rules/crypto/credit'
import type { InvoiceEnd, InvoiceTerms, Receipt } from '@tradefront/rules/crypto/invoice-state'
import type { Currency } from '@tradefront/rules/ledger/money'

/** Terms of an invoice, with amounts in satoshi or wei. */
export type Invoice = InvoiceTerms &
  CreditTerms & {
    /** Id of the invoice, which is also the reference of the attempt. */
    readonly guid: string
    readonly depositId: string
    readonly userId: number
    readonly coin: InvoiceCoin
    readonly address: string
    readonly currency: Currency
    /** Rate when the invoice was made, before the spread. */
    readonly marketRate: bigint
    readonly expected: bigint | null
    readonly end: InvoiceEnd
    readonly watchUntilMs: number
    readonly createdAtMs: number
  }

export type StoredReceipt = Receipt & {
  readonly id: number
  readonly guid: string
  readonly txid: string
  readonly output: number
  /** Minor units per coin when the payment was mined, before the spread; null until there is a rate. */
  readonly marketRate: bigint | null
}

/** Names an output in captures. */
export function buildOutputReference({ txid, output }: Pick<StoredReceipt, 'txid' | 'output'>): string {
  return `${txid}:${output}`
}
