import type { ReactNode } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Summary } from './amount/summary-panel.tsx'
import type { AmountForm } from './amount/use-amount.ts'
import { findDepositTab, formatInstrument } from './deposit-status.ts'
import { FundingAside } from './funding-step.tsx'
import { MethodIcon } from './methods/method-icon.tsx'

/** One line above the steps in place of the form while a payment runs; the summary stays. */
export function RunningPayment(props: {
  readonly amountForm: AmountForm
  /** Names the card or wallet before the deposit is open. */
  readonly instrument: Parameters<typeof formatInstrument>[0]
  readonly children: ReactNode
}) {
  const t = useTranslate()
  const format = useFormat()
  const { amountForm, instrument } = props
  const { terms, amount, inputs } = amountForm
  const money = (value: number): string => format.money(value, terms.currency, { isWhole: true })
  const bonus = amount.summary === null ? 0 : amount.summary.bonus + amount.summary.promoBonus
  const parts = [
    money(inputs.amount ?? 0),
    formatInstrument(instrument, t),
    bonus > 0 ? t('deposits.paying_bonus', { bonus: money(bonus) }) : t('deposits.paying_no_bonus'),
  ]
  return (
    <>
      <div className="flex min-w-0 flex-col gap-4 max-lg:pb-2 lg:col-start-1">
        <p className="flex items-center gap-3 rounded-card border border-line px-4 py-3 font-medium">
          <MethodIcon tab={findDepositTab(instrument)} cardBrand={instrument.card?.brand} />
          <span className="sr-only">{t('deposits.paying_line')}: </span>
          <span className="tabular min-w-0">{parts.filter((part) => part !== null).join(' · ')}</span>
        </p>
        {props.children}
      </div>
      <FundingAside>
        <Summary terms={terms} amount={amount} />
      </FundingAside>
    </>
  )
}
