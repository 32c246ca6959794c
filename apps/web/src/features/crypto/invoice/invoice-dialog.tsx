import { Link } from '@tanstack/react-router'
import type { Invoice } from '@tradefront/contract/domain/crypto'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'

import { serverNow } from '../../../platform/clock.ts'
import { useTimeLeft } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { QueryView } from '../../../platform/query/query-view.tsx'
import { paths } from '../../../routes/paths.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { describeInvoice, type InvoiceDescription } from './describe-invoice.ts'
import { CancelInvoice } from './cancel-invoice.tsx'
import { ExpectedPayment } from './expected-payment.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { InvoiceStatus } from './invoice-status.tsx'
import { PaymentInstructions } from './payment-instructions.tsx'
import { ReportPayment } from './report-payment.tsx'
import { useInvoice } from './use-invoice.ts'

/** Dialog of an invoice (spec: funding 2: a modal). Closing it ends nothing. */
export function InvoiceDialog(props: {
  readonly coin: InvoiceCoin
  readonly guid: string
  readonly onClose: () => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { coin, guid, onClose } = props
  const query = useInvoice(coin, guid)
  const { data: invoice } = query
  return (
    <Dialog
      isOpen
      title={t(invoice === null ? 'invoices.missing_title' : `invoices.title_${coin}`)}
      onClose={onClose}
      closeLabel={t('shell.close')}
      actions={
        invoice === null ? (
          <Button tone="primary" onPress={onClose}>
            {t('invoices.to_methods')}
          </Button>
        ) : (
          invoice && (
            <InvoiceActions
              invoice={invoice}
              description={describeInvoice(invoice, format, serverNow())}
              onClose={onClose}
            />
          )
        )
      }
    >
      <QueryView
        query={query}
        name={t(`invoices.title_${coin}`)}
        note={t('invoices.followed')}
        skeleton={<Skeleton className="h-96" />}
        empty={<p className="text-muted">{t('invoices.missing_text')}</p>}
      >
        {(shown) => <InvoiceDetails invoice={shown} onRefresh={() => void query.refetch()} />}
      </QueryView>
    </Dialog>
  )
}

function InvoiceDetails({ invoice, onRefresh }: { readonly invoice: Invoice; readonly onRefresh: () => void }) {
  const t = useTranslate()
  const format = useFormat()
  const { coin, status } = invoice
  const leftMs = useTimeLeft(invoice.expiresAtMs, { onEnd: onRefresh, askTime: onRefresh })
  const description = describeInvoice(invoice, format, serverNow())
  return (
    <>
      <TestChainNotice invoice={invoice} />
      <InvoiceStatus invoice={invoice} description={description} leftMs={leftMs} />
      {description.isPayable && <PaymentInstructions invoice={invoice} />}
      {description.needsSupport && coin === 'BTC' && <ReportPayment invoice={invoice} />}
      <InvoicePayments invoice={invoice} />
      <InvoiceTerms invoice={invoice} />
      {description.isPayable && <ExpectedPayment invoice={invoice} />}
      {status === 'wt' && (
        <div className="flex flex-col gap-2 text-13 text-muted">
          {description.terms !== undefined && <p>{t(description.terms.key, description.terms.params)}</p>}
          <p>{t('invoices.after_end')}</p>
          <p>{t('invoices.leave')}</p>
        </div>
      )}
    </>
  )
}

function TestChainNotice({ invoice: { isTest, testWalletUrl } }: { readonly invoice: Invoice }) {
  const t = useTranslate()
  if (!isTest) return null
  return (
    <Banner tone="info">
      {t('invoices.test_chain')}{' '}
      {testWalletUrl !== null && (
        <a href={testWalletUrl} target="_blank" rel="noreferrer" className="font-medium text-accent-ink underline">
          {t('invoices.test_wallet')}
        </a>
      )}
    </Banner>
  )
}

function InvoiceTerms({ invoice }: { readonly invoice: Invoice }) {
  const t = useTranslate()
  const format = useFormat()
  const { coin, amount, currency, bonusAmount, promo, turnoverRequired, rate, credited, expiresAtMs, status } = invoice
  const { spreadPercent, spreadCost } = invoice
  const isOpen = status === 'wt'
  const money = (value: number) => <Money amount={value} currency={currency} />
  return (
    <section aria-label={t('invoices.terms')}>
      <DescriptionList
        rows={[
          { id: 'amount', name: t('invoices.for_amount'), value: money(amount) },
          ...(bonusAmount > 0
            ? [{ id: 'bonus', name: t(isOpen ? 'invoices.bonus' : 'invoices.bonus_added'), value: money(bonusAmount) }]
            : []),
          ...(promo === null
            ? []
            : [
                {
                  id: 'promo',
                  name: t(isOpen ? 'invoices.promo' : 'invoices.promo_added', { code: promo.code }),
                  value: money(promo.bonus),
                },
              ]),
          ...(turnoverRequired > 0
            ? [{ id: 'turnover', name: t('invoices.turnover'), value: money(turnoverRequired) }]
            : []),
          {
            id: 'rate',
            name: t('invoices.rate'),
            value: t('invoices.rate_value', { coin, rate: format.money(rate, currency) }),
          },
          ...(spreadPercent > 0
            ? [
                {
                  id: 'spread',
                  name: t('invoices.spread'),
                  value: t('invoices.spread_value', {
                    spread: format.percent(spreadPercent / 100, 2),
                    cost: format.money(spreadCost, currency),
                  }),
                },
              ]
            : []),
          {
            id: 'ends',
            name: t('invoices.ends'),
            value: isOpen ? format.time(expiresAtMs) : format.dateTime(expiresAtMs),
          },
          ...(credited > 0
            ? [{ id: 'credited', name: t('invoices.credited'), value: money(credited), isStrong: true }]
            : []),
        ]}
      />
    </section>
  )
}

function InvoiceActions(props: {
  readonly invoice: Invoice
  readonly description: InvoiceDescription
  readonly onClose: () => void
}) {
  const t = useTranslate()
  const { invoice, description, onClose } = props
  const { status } = invoice
  if (status === 'su') {
    return (
      <>
        <Button onPress={onClose}>{t('invoices.close')}</Button>
        <Link to={paths.home()} className={buttonClass({ tone: 'primary' })}>
          {t('invoices.start_trading')}
        </Link>
      </>
    )
  }
  if (status === 'wt') {
    return (
      <>
        {invoice.state === 'new' && <CancelInvoice invoice={invoice} />}
        <Button onPress={onClose}>{t('invoices.close')}</Button>
      </>
    )
  }
  return (
    <>
      {description.needsSupport && (
        <Link to={paths.show('contacts')} className={buttonClass({})}>
          {t('invoices.support')}
        </Link>
      )}
      <Button tone="primary" onPress={onClose}>
        {t('invoices.new_invoice')}
      </Button>
    </>
  )
}
