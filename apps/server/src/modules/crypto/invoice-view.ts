import type { InvoiceView } from '@tradefront/contract/crypto'
import { formatCoinAmount } from '@tradefront/rules/crypto/coins'
import { countConfirmations } from '@tradefront/rules/crypto/confirmations'
import { summarizeInvoice, wireStatuses } from '@tradefront/rules/crypto/invoice-state'
import { buildPaymentUri } from '@tradefront/rules/crypto/payment-uri'
import { fromMinor } from '@tradefront/rules/ledger/money'

import { type Deposit, listCreditedCaptures } from '../deposits/service.ts'
import type { InvoiceWithReceipts } from './invoice-store.ts'

/** Enough for any honest payer, and small enough for one live event. */
const maxPayments = 10

export function toInvoiceView(
  invoice: InvoiceWithReceipts,
  deposit: Deposit,
  scannedHeight: number,
  { isTest, walletUrl }: { readonly isTest: boolean; readonly walletUrl: string | null },
  now: Date,
): InvoiceView {
  const { guid, coin, address, currency } = invoice
  const summary = summarizeInvoice(invoice, invoice.receipts, scannedHeight, invoice.end)
  const inCoin = (units: bigint) => formatCoinAmount(units, coin)
  const inMoney = (minor: number) => fromMinor(minor, currency)
  const asked = summary.missing === 0n ? invoice.amountDue : summary.missing
  const coinReceipts = invoice.receipts.filter(({ state }) => state !== 'token')
  return {
    guid,
    deposit_id: invoice.depositId,
    coin,
    is_test: isTest,
    address,
    uri: buildPaymentUri(coin, address, asked),
    coin_amount: inCoin(invoice.amountDue),
    coin_received: inCoin(summary.received),
    coin_missing: inCoin(invoice.end === null ? summary.missing : 0n),
    coin_late: inCoin(summary.receivedLate),
    coin_expected: invoice.expected === null ? null : inCoin(invoice.expected),
    confirmations: summary.confirmations,
    confirmations_required: invoice.confirmations,
    amount: inMoney(deposit.amount),
    currency,
    bonus_amount: inMoney(deposit.bonus),
    credited: inMoney(listCreditedCaptures(deposit).reduce((sum, { amount }) => sum + amount, 0)),
    rate: inMoney(Number(invoice.rate)),
    state: summary.state,
    status: wireStatuses[summary.state],
    hash: coinReceipts.findLast(({ state }) => state !== 'orphaned')?.txid ?? null,
    payments: invoice.receipts.slice(-maxPayments).map(({ txid, value, state, blockHeight }) => ({
      hash: txid,
      coin_amount: state === 'token' ? '0' : inCoin(value),
      state,
      confirmations: Math.min(countConfirmations(blockHeight, scannedHeight), invoice.confirmations),
    })),
    expires_at: invoice.expiresAtMs,
    watched_until: invoice.end === null ? null : invoice.watchUntilMs,
    ...(walletUrl !== null && {
      test_wallet: `${walletUrl}?${walletQuery({ address, amount: inCoin(asked), expires: String(invoice.expiresAtMs) })}`,
    }),
    now: now.getTime(),
  }
}

function walletQuery(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString()
}
