import { Link } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Invoice } from '@tradefront/contract/domain/crypto'

import { serverNow } from '../../platform/clock.ts'
import { type Format, useFormat } from '../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { MethodIcon } from '../deposits/methods/method-icon.tsx'
import { cacheInvoice, invoicesKey, invoicesQuery } from './api.ts'

/** Invoices of both coins that wait for something, newest first. */
export function OpenInvoices() {
  const t = useTranslate()
  const format = useFormat()
  const queryClient = useQueryClient()
  const { data: invoices = [] } = useQuery(invoicesQuery)
  useLiveEvent('invoice', ({ invoice }) => {
    cacheInvoice(queryClient, invoice)
    if (!invoices.some(({ guid }) => guid === invoice.guid))
      void queryClient.invalidateQueries({ queryKey: invoicesKey })
  })
  useLiveEvent('refresh', () => void queryClient.invalidateQueries({ queryKey: invoicesKey }))
  const nowMs = serverNow()
  const waiting = invoices.filter((invoice) => isWaiting(invoice, nowMs))
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="open-invoices" className="flex flex-col gap-1">
      <h2 id="open-invoices" className="text-17 font-semibold">
        {t('invoices.open_title')}
      </h2>
      <ul>
        {waiting.map((invoice) => (
          <li key={invoice.guid} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
            <MethodIcon tab={invoice.coin === 'BTC' ? 'bitcoin' : 'eth'} size={22} />
            <span className="flex min-w-0 flex-1 basis-56 flex-col">
              <span className="tabular font-medium wrap-anywhere">
                {t('invoices.open_row', {
                  coinAmount: invoice.coinAmount,
                  coin: invoice.coin,
                  amount: format.money(invoice.amount, invoice.currency, { isWhole: true }),
                })}
              </span>
              <span className="text-13 text-muted">{describeWaiting(invoice, nowMs, format, t)}</span>
            </span>
            <Link to={paths.invoice(invoice.coin, invoice.guid)} className={buttonClass({ size: 'sm' })}>
              {t('invoices.open_link')}
              <span className="sr-only">
                {' '}
                {invoice.coinAmount} {invoice.coin}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns true for an invoice that waits. After its end it does so while coins that were sent can still arrive. */
function isWaiting({ status, watchedUntilMs, payments, isChecked }: Invoice, nowMs: number): boolean {
  if (status === 'wt' || isChecked || payments.some(({ state }) => state === 'seen')) return true
  return status === 'ex' && watchedUntilMs !== null && nowMs < watchedUntilMs
}

function describeWaiting(invoice: Invoice, nowMs: number, format: Format, t: Translate): string {
  const { state, status, coin, coinMissing, confirmations, confirmationsRequired, expiresAtMs, watchedUntilMs } =
    invoice
  const isOver = nowMs >= expiresAtMs
  if (invoice.isChecked) return t('invoices.is_checked')
  if (status !== 'wt')
    return watchedUntilMs === null ? '' : t('invoices.is_watched', { time: format.dateTime(watchedUntilMs) })
  if (state === 'seen' || state === 'confirming')
    return t('invoices.seen_title', { confirmations, required: confirmationsRequired })
  if (isOver) return t('invoices.is_checking')
  if (state === 'underpaid') return t('invoices.is_underpaid', { missing: coinMissing, coin })
  return t('invoices.is_new', { time: format.time(expiresAtMs) })
}
