import { raiseAlert, withdrawAlert } from '../alerts/service.ts'
import { computeCredit, isDust, type MinedPayment } from '@tradefront/rules/crypto/credit'
import { convertFromCoin } from '@tradefront/rules/crypto/coin-amounts'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { countConfirmations, findRequiredConfirmations } from '@tradefront/rules/crypto/confirmations'
import { canStillBePaid, isEnough, isInTime } from '@tradefront/rules/crypto/invoice-state'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { toBaseThreshold } from '@tradefront/rules/ledger/thresholds'
import type { TextKey } from '@tradefront/texts/keys'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  announceResult,
  creditReceipt,
  type Deposit,
  endInvoice,
  listCreditedCaptures,
  type ReceiptCredit,
} from '../deposits/service.ts'
import { findCoinRateAt } from './coin-rates.ts'
import { getCryptoSettings } from './crypto-settings.ts'
import {
  findInvoice,
  getScannedAt,
  getScannedHeight,
  type InvoiceWithReceipts,
  isOfEarlierNetwork,
  listCreditableInvoices,
  listExpiredInvoices,
  listReceiptsWithoutRate,
  raiseInvoiceConfirmations,
  setMarketRate,
  setReceiptState,
} from './invoice-store.ts'
import { buildOutputReference, type StoredReceipt } from './invoice.ts'
import { publishInvoices } from './publish-invoices.ts'
import { hasLostPayment, isTakenBack } from './receipt-captures.ts'

type ReceiptDecision = ReceiptCredit | 'dust' | null

const batchSize = 100
/** How many invoices are credited at the same time; the database writes them together. */
const parallelInvoices = 10
const failureAlert = 'crypto.not_credited'

/** Credits payments that have their confirmations, and ends invoices that were not paid in time. Safe to run on several servers at once. */
export async function creditInvoices(context: AppContext, coin: InvoiceCoin): Promise<void> {
  const { db } = context
  await setMarketRates(context, coin)
  const height = await getScannedHeight(db, coin)
  await forEachInvoice(
    context,
    (after) => listCreditableInvoices(db, coin, batchSize, after),
    (guid) => creditInvoice(context, guid, height),
  )
  await forEachInvoice(
    context,
    (after) => listExpiredInvoices(db, coin, batchSize, after),
    (guid) => expireInvoice(context, coin, guid),
  )
}

async function forEachInvoice(
  context: AppContext,
  list: (after: string | null) => Promise<readonly string[]>,
  handle: (guid: string) => Promise<void>,
): Promise<void> {
  let last: string | null = null
  for (;;) {
    const guids: readonly string[] = await list(last)
    for (let start = 0; start < guids.length; start += parallelInvoices)
      await Promise.all(
        guids.slice(start, start + parallelInvoices).map((guid) => isolate(context, guid, () => handle(guid))),
      )
    last = guids.at(-1) ?? null
    if (guids.length < batchSize) return
  }
}

/** Stores the rates when payments were mined, so that a delayed credit has the same amount. */
async function setMarketRates(context: AppContext, coin: InvoiceCoin): Promise<void> {
  for (const { id, currency, minedAt } of await listReceiptsWithoutRate(context.db, coin)) {
    const rate = await findCoinRateAt(context, coin, currency, minedAt)
    if (rate !== null) await setMarketRate(context.db, id, minedAt, rate)
  }
}

/** Handles one invoice, so that one that fails does not stop the others. */
async function isolate({ db, clock, onError }: AppContext, guid: string, handle: () => Promise<void>): Promise<void> {
  const alert = { kind: failureAlert, subject: `invoice:${guid}` } as const
  try {
    await handle()
  } catch (error) {
    onError(error)
    await raiseAlert(db, alert, clock.now())
  }
}

async function creditInvoice(context: AppContext, guid: string, height: number): Promise<void> {
  const found = await findInvoice(context.db, guid)
  if (found === null) return
  const invoice = await raiseConfirmations(context, found)
  const confirmed = invoice.receipts
    .filter(
      ({ state, blockHeight }) => state === 'seen' && countConfirmations(blockHeight, height) >= invoice.confirmations,
    )
    .toSorted(compareByPlace)
  // The locked rate is used for the first blocks: later payments wait for them.
  for (const receipt of confirmed) if (!(await decideReceipt(context, guid, receipt))) break
  if (confirmed.length > 0) await reportCredited(context, guid)
}

export async function reportCredited(context: AppContext, guid: string): Promise<void> {
  const { db, clock } = context
  await withdrawAlert(db, { kind: failureAlert, subject: `invoice:${guid}` }, clock.now())
  await announceResult(context, guid)
  await publishInvoices(context, [guid])
}

/** Raises the confirmations of an invoice: a trader who pays more than was asked waits longer for the credit. */
async function raiseConfirmations(context: AppContext, invoice: InvoiceWithReceipts): Promise<InvoiceWithReceipts> {
  const { confirmations } = await getCryptoSettings(context)
  const value = invoice.receipts
    .filter(({ state }) => state === 'seen' || state === 'credited')
    .reduce((sum, each) => sum + each.value, 0n)
  const amount = fromMinor(convertFromCoin(value, invoice.rate, invoice.coin), invoice.currency)
  const worth = toBaseThreshold(amount, invoice.currency)
  const required = findRequiredConfirmations(confirmations[invoice.coin], worth)
  if (required <= invoice.confirmations) return invoice
  await raiseInvoiceConfirmations(context.db, invoice.guid, required)
  return { ...invoice, confirmations: required }
}

/** Credits a payment, or decides that it is dust. @returns whether it is decided */
async function decideReceipt(context: AppContext, guid: string, { id, txid, output }: StoredReceipt): Promise<boolean> {
  const { db, clock } = context
  let decision: ReceiptDecision = null
  const isCredited = await creditReceipt(context, guid, buildOutputReference({ txid, output }), async (deposit) => {
    decision = await decideCredit(db, deposit, guid, id)
    return decision === 'dust' ? null : decision
  })
  if (isCredited === true) await setReceiptState(db, id, 'credited', clock.now())
  else if ((decision as ReceiptDecision) === 'dust') await setReceiptState(db, id, 'dust', clock.now())
  else return false
  return true
}

/** Reads the invoice after its deposit, so that it has all payments that the deposit has captured. */
async function decideCredit(db: Db, deposit: Deposit, guid: string, id: number): Promise<ReceiptDecision> {
  const invoice = await findInvoice(db, guid)
  const receipt = invoice?.receipts.find((each) => each.id === id)
  if (invoice === null || receipt === undefined || receipt.blockHeight === null) return null
  if (hasLostPayment(deposit, invoice)) return null
  const payment = toMinedPayment(receipt)
  if (payment === null) return null
  // The result is the same for each order of payments: what alone is worth nothing counts for nothing.
  if (isDust(invoice, payment)) return 'dust'
  const earlier = listCreditedCaptures(deposit).flatMap(({ processorReference }) =>
    invoice.receipts.filter((each) => buildOutputReference(each) === processorReference),
  )
  const inTime = [...earlier, receipt].filter((each) => isInTime(each, invoice))
  const earlierValue = sumValues(earlier)
  return {
    amount: computeCredit(
      invoice,
      earlier.flatMap((each) => toMinedPayment(each) ?? []),
      payment,
    ),
    isEnough: isInTime(receipt, invoice) && isEnough(invoice, sumValues(inTime)),
    isFarTooMuch: earlierValue <= 2n * invoice.amountDue && earlierValue + receipt.value > 2n * invoice.amountDue,
  }
}

async function expireInvoice(context: AppContext, coin: InvoiceCoin, guid: string): Promise<void> {
  const isExpired = await endInvoice(context, guid, 'time', (deposit) => findExpiryReason(context, deposit, coin, guid))
  if (isExpired !== true) return
  await announceResult(context, guid)
  await publishInvoices(context, [guid])
}

/** Returns why the invoice ends. Null while what was seen in time can still be confirmed. */
async function findExpiryReason(
  { db, clock }: AppContext,
  deposit: Deposit,
  coin: InvoiceCoin,
  guid: string,
): Promise<TextKey | null> {
  if (await isOfEarlierNetwork(db, guid)) return 'crypto.network_changed'
  const scannedAt = await getScannedAt(db, coin)
  const invoice = await findInvoice(db, guid)
  if (invoice === null || scannedAt === null) return null
  const receipts = invoice.receipts.filter((receipt) => !isTakenBack(deposit, receipt))
  if (canStillBePaid(invoice, receipts, clock.now().getTime(), scannedAt.getTime())) return null
  const hasPart = receipts.some(
    (receipt) => isInTime(receipt, invoice) && (receipt.state === 'seen' || receipt.state === 'credited'),
  )
  return hasPart ? 'crypto.underpaid' : 'crypto.expired'
}

/** Compares payments by their order in the chain. */
function compareByPlace(one: StoredReceipt, other: StoredReceipt): number {
  const height = (one.blockHeight ?? 0) - (other.blockHeight ?? 0)
  if (height !== 0) return height
  return one.txid === other.txid ? one.output - other.output : one.txid < other.txid ? -1 : 1
}

/** Returns null while the rate of the payment is not known. */
function toMinedPayment({ value, minedAtMs, marketRate }: StoredReceipt): MinedPayment | null {
  return minedAtMs === null || marketRate === null ? null : { value, minedAtMs, marketRate }
}

function sumValues(receipts: readonly StoredReceipt[]): bigint {
  return receipts.reduce((sum, { value }) => sum + value, 0n)
}
