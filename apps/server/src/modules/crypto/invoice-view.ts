import type { InvoiceView } from '@tradefront/contract/crypto'
import { convertFromCoin, formatCoinAmount } from '@tradefront/rules/crypto/coin-amounts'
import { countConfirmations } from '@tradefront/rules/crypto/confirmations'
import { summarizeInvoice, wireStatuses } from '@tradefront/rules/crypto/invoice-state'
import { buildPaymentUri } from '@tradefront/rules/crypto/payment-uri'
import { fromMinor } from '@tradefront/rules/ledger/money'

import type { AppContext } from '../../context.ts'
import type { ChainFacts } from '../../gateways/chains/chain-networks.ts'
import {
  type Deposit,
  type DepositPromo,
  type DepositWithContext,
  findDepositByReference,
  listCreditedCaptures,
} from '../deposits/service.ts'
import { findExpectedGrant } from '../promo/service.ts'
import { getScannedHeight, type InvoiceWithReceipts } from './invoice-store.ts'
import type { StoredReceipt } from './invoice.ts'
import { hasLostPayment, isLost, isTakenBack } from './receipt-captures.ts'

/** Most payments of an invoice that are shown: enough for any honest payer, and small enough for one live event. */
const maxPayments = 10

export async function buildInvoiceView(context: AppContext, invoice: InvoiceWithReceipts): Promise<InvoiceView> {
  const { db, clock, config, chainNetworks } = context
  const [deposit, height, facts] = await Promise.all([
    findDepositByReference(context, invoice.guid),
    getScannedHeight(db, invoice.coin),
    chainNetworks.findFacts(invoice.coin),
  ])
  if (deposit === null) throw new Error('invariant: an invoice has its deposit')
  const promo = await findPromo(context, invoice, deposit)
  return toInvoiceView(invoice, deposit, promo, height, facts, config.sandboxUrl, clock.now())
}

/** Finds the promo code of the deposit: while the invoice is open, the one that is stored now. */
async function findPromo(
  { db }: AppContext,
  { end }: InvoiceWithReceipts,
  deposit: DepositWithContext,
): Promise<DepositPromo | null> {
  if (end !== null || deposit.isFixed) return deposit.promo
  return findExpectedGrant(db, { ...deposit, openedAt: new Date(deposit.createdAtMs) })
}

/** Describes the invoice for its screen. @param promo what a promo code adds, or would add while the invoice is open */
export function toInvoiceView(
  invoice: InvoiceWithReceipts,
  deposit: Deposit,
  promo: DepositPromo | null,
  scannedHeight: number,
  { isTest, isSimulated, chainId }: ChainFacts,
  sandboxUrl: string,
  now: Date,
): InvoiceView {
  const { guid, coin, address, currency } = invoice
  const isChecked = hasLostPayment(deposit, invoice)
  const [takenBack, kept] = partition(invoice.receipts, (receipt) => isTakenBack(deposit, receipt))
  // Money that waits for an operator can be the same as the lost payment.
  const counted = isChecked ? kept.filter(({ state }) => state !== 'seen') : kept
  const summary = summarizeInvoice(invoice, counted, scannedHeight, invoice.end)
  const inCoin = (units: bigint) => formatCoinAmount(units, coin)
  const inMoney = (minor: number) => fromMinor(minor, currency)
  const asked = summary.missing === 0n ? invoice.amountDue : summary.missing
  const credited = listCreditedCaptures(deposit)
  const hasBonus = invoice.end === null || credited.some(({ status }) => status === 'credited')
  const bonusPromo = hasBonus ? promo : null
  const walletQuery = new URLSearchParams({ address, amount: inCoin(asked), expires: String(invoice.expiresAtMs) })
  const findPaymentState = (receipt: StoredReceipt): InvoiceView['payments'][number]['state'] => {
    if (takenBack.includes(receipt)) return 'taken_back'
    return isLost(deposit, receipt) || (isChecked && receipt.state === 'seen') ? 'checking' : receipt.state
  }
  return {
    guid,
    deposit_id: invoice.depositId,
    coin,
    is_test: isTest,
    address,
    uri: buildPaymentUri(coin, address, asked, chainId),
    coin_amount: inCoin(invoice.amountDue),
    coin_received: inCoin(summary.received),
    coin_missing: inCoin(invoice.end === null ? summary.missing : 0n),
    coin_late: inCoin(summary.receivedLate),
    coin_taken_back: inCoin(takenBack.reduce((sum, { value }) => sum + value, 0n)),
    coin_expected: invoice.expected === null ? null : inCoin(invoice.expected),
    confirmations: summary.confirmations,
    confirmations_required: invoice.confirmations,
    amount: inMoney(deposit.amount),
    currency,
    bonus_amount: hasBonus ? inMoney(deposit.bonus) : 0,
    promo: bonusPromo && { code: bonusPromo.code, bonus: inMoney(bonusPromo.bonus) },
    turnover_required: hasBonus ? inMoney(deposit.wageringRequired + (bonusPromo?.required ?? 0)) : 0,
    credited: inMoney(credited.reduce((sum, { amount }) => sum + amount, 0)),
    rate: inMoney(Number(invoice.rate)),
    spread_percent: invoice.spreadPercent,
    spread_cost: inMoney(
      convertFromCoin(invoice.amountDue, invoice.marketRate, coin) -
        convertFromCoin(invoice.amountDue, invoice.rate, coin),
    ),
    coin_locked_max: inCoin(invoice.lockedMax),
    block_until: invoice.blockUntilMs,
    state: summary.state,
    status: wireStatuses[summary.state],
    is_canceled: deposit.reason === 'crypto.canceled',
    is_network_changed: deposit.reason === 'crypto.network_changed',
    is_checked: isChecked,
    hash: kept.findLast(({ state }) => state !== 'orphaned' && state !== 'token')?.txid ?? null,
    payments: invoice.receipts.slice(-maxPayments).map((receipt) => ({
      hash: receipt.txid,
      coin_amount: receipt.state === 'token' ? '0' : inCoin(receipt.value),
      state: findPaymentState(receipt),
      confirmations: Math.min(countConfirmations(receipt.blockHeight, scannedHeight), invoice.confirmations),
    })),
    expires_at: invoice.expiresAtMs,
    watched_until: invoice.end === null ? null : invoice.watchUntilMs,
    test_wallet: isSimulated ? `${sandboxUrl}/wallet/${coin.toLowerCase()}?${walletQuery.toString()}` : undefined,
    now: now.getTime(),
  }
}

function partition<Value>(values: readonly Value[], matches: (value: Value) => boolean): [Value[], Value[]] {
  return [values.filter(matches), values.filter((value) => !matches(value))]
}
