import type { Invoice } from '@tradefront/contract/domain/crypto'

import { type Translate, useTranslate } from '../../../platform/i18n/i18n.ts'
import { assertNever } from '../../../platform/assert-never.ts'

type Payment = Invoice['payments'][number]

/** Lists the payments that have arrived so far. */
export function InvoicePayments({ invoice }: { readonly invoice: Invoice }) {
  const t = useTranslate()
  const { payments, coin } = invoice
  if (payments.length === 0) return null
  return (
    <section aria-labelledby="invoice-payments" className="flex flex-col">
      <h3 id="invoice-payments" className="font-semibold">
        {t('invoices.payments')}
      </h3>
      <ul>
        {payments.map((payment, index) => (
          <li key={`${payment.hash}-${index}`} className="flex flex-col gap-0.5 border-b border-line py-2.5">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="tabular font-medium">
                {payment.state === 'token' ? t('invoices.token') : `${payment.coinAmount} ${coin}`}
              </span>
              <span className="text-muted">{describePayment(payment, invoice, t)}</span>
            </span>
            <span className="text-13 text-muted">
              <span className="sr-only">{t('invoices.transaction')} </span>
              <bdi dir="ltr" className="break-all select-all">
                {payment.hash}
              </bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describePayment({ state, confirmations }: Payment, { confirmationsRequired }: Invoice, t: Translate): string {
  switch (state) {
    case 'seen':
      return t('invoices.payment_seen', { confirmations, required: confirmationsRequired })
    case 'credited':
      return t('invoices.payment_credited')
    case 'orphaned':
      return t('invoices.payment_orphaned')
    case 'checking':
      return t('invoices.payment_checking')
    case 'taken_back':
      return t('invoices.payment_taken_back')
    case 'dust':
      return t('invoices.payment_dust')
    case 'token':
      return t('invoices.payment_token')
    default:
      return assertNever(state)
  }
}
