import Lock from 'lucide-react/icons/lock'

import { useLocaleTag, useTexts } from '../../../platform/i18n/i18n.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { formatMoney } from '../../../ui/money/format-money.ts'
import { Money } from '../../../ui/money/money.tsx'
import { Card, Facts } from '../../../ui/layout/surface.tsx'
import type { AmountModel, AmountTerms } from './amount-form.ts'
import { intoView } from '../../../ui/hooks/scroll-into-view.ts'
import { PayPlace } from './sticky-pay-button.tsx'

/** What the trader pays and gets, said before paying, and the one button. */
export function SummaryPanel(props: {
  readonly terms: AmountTerms
  readonly model: AmountModel
  readonly isBusy: boolean
  /** No payment can be made by card now; why stands above the form. */
  readonly isClosed: boolean
  readonly onPay: () => void
  /** Why the last try was refused, in the trader's words. */
  readonly problem: string | null
}) {
  const t = useTexts()
  const lang = useLocaleTag()
  const { terms, model, isBusy, isClosed, onPay, problem } = props
  const { summary, tier } = model
  const { currency } = terms
  const hasBonus = summary !== null && summary.bonus > 0
  const value = (amount: number | undefined, signed = false) =>
    amount === undefined ? '–' : <Money amount={amount} currency={currency} whole signed={signed} />
  const amount = summary === null ? '' : formatMoney(summary.pay, currency, lang, { whole: true })
  return (
    <Card as="section" labelledBy="funding-summary" className="flex flex-col gap-5">
      <h2 id="funding-summary" className="text-17 font-semibold">
        {t('cards.summary')}
      </h2>
      <Facts
        rows={[
          { id: 'pay', name: t('cards.you_pay'), value: value(summary?.pay) },
          ...(hasBonus
            ? [
                {
                  id: 'bonus',
                  name: t('cards.bonus_percent', { percent: tier.percent }),
                  value: value(summary.bonus, true),
                },
              ]
            : []),
          { id: 'total', name: t('cards.on_account'), value: value(summary?.total), strong: true },
          ...(hasBonus ? [{ id: 'turnover', name: t('cards.turnover_row'), value: value(summary.turnover) }] : []),
        ]}
      />
      {hasBonus && <p className="text-13 text-muted">{t('cards.bonus_cost')}</p>}
      {problem !== null && (
        <Banner tone="bad" isUrgent ref={intoView}>
          {problem}
        </Banner>
      )}
      <div className="flex flex-col gap-2">
        <PayPlace
          isStill={isClosed}
          note={
            <p aria-hidden className="flex flex-col">
              <span className="text-13 text-muted">{t('cards.on_account')}</span>
              <span className="font-semibold">{value(summary?.total)}</span>
            </p>
          }
        >
          <Button
            tone="primary"
            size="lg"
            wide
            onPress={onPay}
            isPending={isBusy}
            isDisabled={summary === null || isClosed}
            className="min-w-0 max-sm:px-3"
          >
            {summary === null ? t('cards.pay_nothing') : t('cards.pay', { amount })}
          </Button>
        </PayPlace>
        <p className="flex items-center gap-1.5 text-13 text-muted">
          <Lock size={14} aria-hidden className="shrink-0" />
          {t('cards.pay_note')}
        </p>
      </div>
    </Card>
  )
}
