import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'

import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import type { AmountResult, AmountSummary, AmountTerms } from './amount-form.ts'
import { scrollElementIntoView } from '../../../ui/hooks/scroll-into-view.ts'
import { StickyPayButton } from './sticky-pay-button.tsx'

type SummaryProps = { readonly terms: AmountTerms; readonly amount: AmountResult }

export function SummaryPanel(
  props: SummaryProps & {
    /** Form that the pay button submits. */
    readonly formId: string
    readonly isBusy: boolean
    /** True if a notice above the form explains why no payment is possible. */
    readonly isClosed: boolean
    /** Translated problem. */
    readonly problem: string | null
    /** Translated note below the button. */
    readonly note?: string
  },
) {
  const t = useTranslate()
  const format = useFormat()
  const { terms, formId, isBusy, isClosed, problem } = props
  const { summary } = props.amount
  const { currency } = terms
  const money = (amount: number): string => format.money(amount, currency, { isWhole: true })
  return (
    <Summary terms={terms} amount={props.amount}>
      {problem !== null && (
        <Banner tone="danger" isUrgent ref={scrollElementIntoView}>
          {problem}
        </Banner>
      )}
      <div className="flex flex-col gap-2">
        <StickyPayButton
          isStatic={isClosed}
          note={
            <p aria-hidden className="flex flex-col">
              <span className="text-13 text-muted">{t('deposits.on_account')}</span>
              <span className="font-semibold">{summary === null ? '–' : money(summary.total)}</span>
              {hasBonus(summary) && (
                <span className="text-13 text-muted">
                  {t('deposits.turnover_short', { turnover: money(summary.turnover) })}
                </span>
              )}
            </p>
          }
        >
          {/* A press moves the focus, which can clamp the amount. The press must not count for the new amount. */}
          <Button
            key={summary === null ? 'no-amount' : 'amount'}
            tone="primary"
            size="lg"
            isWide
            type="submit"
            form={formId}
            isPending={isBusy}
            isDisabled={summary === null || isClosed}
            className="min-w-0 max-sm:px-3"
          >
            {summary === null ? t('deposits.pay_nothing') : t('deposits.pay', { amount: money(summary.pay) })}
          </Button>
        </StickyPayButton>
        <p className="flex items-center gap-1.5 text-13 text-muted">
          <Lock size={14} aria-hidden className="shrink-0" />
          {props.note ?? t('cards.pay_note')}
        </p>
      </div>
    </Summary>
  )
}

/** Cost and result of a payment. */
export function Summary(props: SummaryProps & { readonly children?: ReactNode }) {
  const t = useTranslate()
  const { terms } = props
  const { summary, tier } = props.amount
  const { currency } = terms
  const hasTierBonus = summary !== null && summary.bonus > 0
  const hasPromoBonus = summary !== null && summary.promoBonus > 0
  const renderMoney = (amount: number | undefined, isSigned = false) =>
    amount === undefined ? '–' : <Money amount={amount} currency={currency} isWhole isSigned={isSigned} />
  return (
    <Card as="section" labelledBy="funding-summary" className="flex flex-col gap-5">
      <h2 id="funding-summary" className="text-17 font-semibold">
        {t('deposits.summary')}
      </h2>
      <DescriptionList
        rows={[
          { id: 'pay', name: t('deposits.you_pay'), value: renderMoney(summary?.pay) },
          ...(hasTierBonus
            ? [
                {
                  id: 'bonus',
                  name: t('deposits.bonus_percent', { percent: tier.percent }),
                  value: renderMoney(summary.bonus, true),
                },
              ]
            : []),
          ...(hasPromoBonus && terms.promo !== null
            ? [
                {
                  id: 'promo',
                  name: t('deposits.promo_row', { code: terms.promo.code }),
                  value: renderMoney(summary.promoBonus, true),
                },
              ]
            : []),
          { id: 'total', name: t('deposits.on_account'), value: renderMoney(summary?.total), isStrong: true },
          ...(hasBonus(summary)
            ? [
                { id: 'own', name: t('deposits.own_money'), value: renderMoney(summary.pay) },
                { id: 'turnover', name: t('deposits.turnover_row'), value: renderMoney(summary.turnover) },
                { id: 'release', name: t('deposits.release_row'), value: renderMoney(summary.release) },
              ]
            : []),
        ]}
      />
      <DepositConditions hasBonus={hasBonus(summary)} />
      {props.children}
    </Card>
  )
}

function hasBonus(summary: AmountSummary | null): summary is AmountSummary {
  return summary !== null && (summary.bonus > 0 || summary.promoBonus > 0)
}

/** Says what a bonus costs, and when the deposit can be withdrawn, before the step that binds. */
export function DepositConditions({ hasBonus }: { readonly hasBonus: boolean }) {
  const t = useTranslate()
  const factor = getBootstrap().settings.depositTurnoverFactor
  return (
    <>
      {hasBonus && <p className="text-13 text-muted">{t('deposits.bonus_cost')}</p>}
      {factor !== undefined && <p className="text-13 text-muted">{t('deposits.own_turnover', { factor })}</p>}
    </>
  )
}
