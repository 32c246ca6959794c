import type { AppContext } from '../../context.ts'
import { findInvoices } from './invoice-store.ts'
import { buildInvoiceView } from './invoice-view.ts'

/** Sends invoices to open pages. Never throws: browsers get the same by a call. */
export async function publishInvoices(context: AppContext, guids: readonly string[]): Promise<void> {
  const { db, live, onError } = context
  if (guids.length === 0) return
  try {
    const invoices = await findInvoices(db, guids)
    await Promise.all(
      invoices.map(async (invoice) =>
        live.publish(invoice.userId, { type: 'invoice', invoice: await buildInvoiceView(context, invoice) }),
      ),
    )
  } catch (error) {
    onError(error)
  }
}
