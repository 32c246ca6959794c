import type { InvoiceView } from '@tradefront/contract/crypto'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { announceResult, endInvoice } from '../deposits/service.ts'
import { findInvoice, type InvoiceWithReceipts } from './invoice-store.ts'
import { buildInvoiceView } from './invoice-view.ts'
import { publishInvoices } from './publish-invoices.ts'

/**
 * Ends an invoice that its trader does not want, so that another one can be made. Its address is still watched, and what arrives after
 * all is credited without a bonus. Canceling it again changes nothing.
 * @throws AppError (404) for the invoice of another trader
 */
export async function cancelInvoice(
  context: AppContext,
  userId: number,
  guid: string,
): Promise<Result<InvoiceView, 'crypto.not_cancelable'>> {
  const { db } = context
  const findOwn = async () => {
    const invoice = await findInvoice(db, guid)
    if (invoice === null || invoice.userId !== userId) throw new AppError('errors.not_found')
    return invoice
  }
  await findOwn()
  const isCanceled = await endInvoice(context, guid, 'cancel', async () =>
    hasArrived(await findOwn()) ? null : 'crypto.canceled',
  )
  if (isCanceled === true) {
    await announceResult(context, guid)
    await publishInvoices(context, [guid])
  }
  const invoice = await findOwn()
  return invoice.end === 'failed' ? ok(await buildInvoiceView(context, invoice)) : refuse('crypto.not_cancelable')
}

function hasArrived({ receipts }: InvoiceWithReceipts): boolean {
  return receipts.some(({ state }) => state === 'seen' || state === 'credited')
}
