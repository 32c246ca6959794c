import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { AmountSection } from '../deposits/amount/amount-section.tsx'
import { SummaryPanel } from '../deposits/amount/summary-panel.tsx'
import { CoinRates, StaleRateNotice, TestChainNotice } from './coin-rates.tsx'
import { CoinWarnings } from './coin-warnings.tsx'
import { OpenInvoices } from './open-invoices.tsx'
import { useInvoiceForm } from './use-invoice-form.ts'

const formId = 'coin-invoice'

/** Amount and summary; the invoice opens over the screen. */
export function CoinTab({ coin }: { readonly coin: InvoiceCoin }) {
  const t = useTranslate()
  const format = useFormat()
  const form = useInvoiceForm(coin)
  const { terms, estimate } = form
  return (
    <div className="flex flex-col gap-6">
      <OpenInvoices />
      <TestChainNotice coin={coin} />
      <StaleRateNotice coin={coin} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card className="flex flex-col gap-8">
          <AmountSection
            terms={terms}
            inputs={form.inputs}
            amount={form.amount}
            onChange={form.changeInputs}
            isLocked={form.isPending}
          />
          <form
            id={formId}
            aria-labelledby="funding-coin"
            className="flex flex-col gap-4 border-t border-line pt-6"
            onSubmit={(event) => {
              event.preventDefault()
              void form.createInvoice(undefined)
            }}
          >
            <h2 id="funding-coin" className="text-17 font-semibold">
              {t(`invoices.details_${coin}`)}
            </h2>
            <p>{t('invoices.how')}</p>
            {estimate !== null && (
              <p className="font-medium">
                {t('invoices.about', {
                  coin,
                  coinAmount: estimate.coinAmount,
                  rate: format.money(estimate.rate, terms.currency),
                  spread: format.percent(estimate.spreadPercent / 100, 2),
                })}
              </p>
            )}
            <CoinWarnings coin={coin} currency={terms.currency} isTest={form.isTest} />
            <CoinRates />
          </form>
        </Card>
        <aside className="flex flex-col gap-6 lg:sticky lg:top-24">
          <SummaryPanel
            terms={terms}
            amount={form.amount}
            formId={formId}
            isClosed={false}
            isBusy={form.isPending}
            problem={form.problem}
            note={t('invoices.pay_note')}
          />
        </aside>
      </div>
    </div>
  )
}
