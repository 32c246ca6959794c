import type { InvoiceView } from '@tradefront/contract/crypto'
import { parseCoinAmount } from '@tradefront/rules/crypto/coin-amounts'
import { type InvoiceCoin, invoiceCoins } from '@tradefront/rules/crypto/coins'
import type { Currency } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { raiseAlert } from '../alerts/service.ts'
import type { PaymentProvider } from '../deposits/service.ts'
import { findInvoice, listReceiptDifferences, listRecentInvoices, setExpected } from './invoice-store.ts'
import { buildInvoiceView } from './invoice-view.ts'

export { skipAddresses } from './invoice-store.ts'

const maxListed = 20
/** How many differences are reported. More would have the same cause. */
const maxDifferences = 100

/** Provider of payments in coins, which arrive by themselves: there is nothing to ask, to cancel or to send back. */
export const cryptoPaymentProvider: PaymentProvider = {
  fetchStatus: () => Promise.resolve(null),
  cancelCharge: () => Promise.resolve(null),
  refundCharge: () => Promise.resolve('refused'),
  statements: [],
  parseWebhook: () => null,
}

/** Finds an invoice. @throws AppError (404) for the invoice of another trader or coin */
export async function getInvoice(
  context: AppContext,
  userId: number,
  coin: InvoiceCoin,
  guid: string,
): Promise<InvoiceView> {
  const invoice = await findInvoice(context.db, guid)
  if (invoice === null || invoice.userId !== userId || invoice.coin !== coin) throw new AppError('errors.not_found')
  return buildInvoiceView(context, invoice)
}

/** Lists invoices, newest first. */
export async function listInvoices(context: AppContext, userId: number): Promise<InvoiceView[]> {
  const invoices = await listRecentInvoices(context.db, userId, maxListed)
  return Promise.all(invoices.map((invoice) => buildInvoiceView(context, invoice)))
}

/** Saves what the trader says to pay for the latest open bitcoin invoice of this amount. @param text decimal text in bitcoin */
export async function saveExpectedPayment(
  context: AppContext,
  userId: number,
  { amount, currency, text }: { readonly amount: number; readonly currency: Currency; readonly text: string },
): Promise<Result<void, 'crypto.no_invoice' | 'errors.field_invalid'>> {
  const expected = parseCoinAmount(text, 'BTC')
  if (expected === null || expected === 0n) return refuse('errors.field_invalid')
  const invoice = (await listInvoices(context, userId)).find(
    (each) => each.coin === 'BTC' && each.status === 'wt' && each.amount === amount && each.currency === currency,
  )
  return invoice !== undefined && (await setExpected(context.db, invoice.guid, expected))
    ? ok()
    : refuse('crypto.no_invoice')
}

/** Lists coins whose invoices are paid with coins without value. */
export async function listTestCoins({ chainNetworks }: AppContext): Promise<InvoiceCoin[]> {
  const facts = await Promise.all(invoiceCoins.map((coin) => chainNetworks.findFacts(coin)))
  return invoiceCoins.filter((_, index) => facts[index]?.isTest)
}

/** Raises alerts, unless each credited payment has one capture and each capture one credited payment. */
export async function compareReceipts({ db, clock }: AppContext): Promise<void> {
  for (const output of await listReceiptDifferences(db, maxDifferences))
    await raiseAlert(db, { kind: 'crypto.differs', subject: `output:${output}` }, clock.now())
}
