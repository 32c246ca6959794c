import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { SummaryPanel } from '../deposits/amount/summary-panel.tsx'
import type { AmountForm } from '../deposits/amount/use-amount.ts'
import { FundingAside, FundingStep } from '../deposits/funding-step.tsx'
import { CoinRates, StaleRateNotice, TestChainNotice } from './coin-rates.tsx'
import { CoinWarnings } from './coin-warnings.tsx'
import { useInvoiceForm } from './use-invoice-form.ts'

const formId = 'coin-invoice'

/** Tab of a payment in coins, and its summary. The invoice opens over the screen. */
export function CoinTab({ coin, amountForm }: { readonly coin: InvoiceCoin; readonly amountForm: AmountForm }) {
  const t = useTranslate()
  const format = useFormat()
  const form = useInvoiceForm(coin, amountForm)
  const { estimate } = form
  const { terms, amount } = amountForm
  return (
    <>
      <FundingStep id="funding-coin" title={t(`invoices.details_${coin}`)}>
        <TestChainNotice coin={coin} />
        <StaleRateNotice coin={coin} />
        <form
          id={formId}
          aria-labelledby="funding-coin-title"
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void form.createInvoice(undefined)
          }}
        >
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
      </FundingStep>
      <FundingAside>
        <SummaryPanel
          terms={terms}
          amount={amount}
          formId={formId}
          isClosed={false}
          isBusy={form.isPending}
          problem={form.problem}
          note={t('invoices.pay_note')}
        />
      </FundingAside>
    </>
  )
}
