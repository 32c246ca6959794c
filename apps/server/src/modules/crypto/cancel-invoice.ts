import { ok, refuse, type Result } from '@tradefront/rules/result'

import { AppError } from '../../platform/http/errors.ts'
import type { DepositsService } from '../deposits/service.ts'
import { findInvoice, type InvoiceWithReceipts } from './invoice-store.ts'
import type { Db } from '../../platform/database/database.ts'

type CancelInvoiceDeps = {
  readonly db: Db
  readonly deposits: Pick<DepositsService, 'endInvoice' | 'onResultApplied'>
  readonly onChanged: (guids: readonly string[]) => Promise<void>
}

/**
 * Ends an invoice that its trader does not want, so that another one can be made. Its address is watched on, and what arrives after
 * all is credited without a bonus. Canceling it again changes nothing.
 */
export function createCancelInvoice({ db, deposits, onChanged }: CancelInvoiceDeps) {
  /** @throws AppError (404) for the invoice of another trader */
  return async (userId: number, guid: string): Promise<Result<InvoiceWithReceipts, 'crypto.not_cancelable'>> => {
    const findOwn = async () => {
      const invoice = await findInvoice(db, guid)
      if (invoice === null || invoice.userId !== userId) throw new AppError('errors.not_found')
      return invoice
    }
    await findOwn()
    const isCanceled = await deposits.endInvoice(guid, 'cancel', async () =>
      hasArrived(await findOwn()) ? null : 'crypto.canceled',
    )
    if (isCanceled === true) {
      await deposits.onResultApplied(guid)
      await onChanged([guid])
    }
    const invoice = await findOwn()
    return invoice.end === 'failed' ? ok(invoice) : refuse('crypto.not_cancelable')
  }
}

function hasArrived({ receipts }: InvoiceWithReceipts): boolean {
  return receipts.some(({ state }) => state === 'seen' || state === 'credited')
}
