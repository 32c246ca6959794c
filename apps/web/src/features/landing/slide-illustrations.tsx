import { quoteDeposit } from '@tradefront/rules/deposits/quote-deposit'
import { cardTiers } from '@tradefront/rules/deposits/tiers'
import { examplePayoutRate, calculateExampleReturn } from '@tradefront/rules/landing/sample-feed'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Check from 'lucide-react/icons/check'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ReactNode } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'
import { Money } from '../../ui/money/money.tsx'
import { DecorativeChart } from '../../ui/brand/decorative-chart.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'

/* These pictures are decorative, and use the real rules. Screen readers skip them, because the text beside them has the same content. */

const stake = 50
const deposit = 1000
/** Default of the setting. */
const turnoverFactor = 30
const practiceMoney = 10_000

export function TicketIllustration() {
  const t = useTranslate()
  const percent = useFormat().percent(examplePayoutRate)
  return (
    <>
      <DecorativeChart />
      <div className="relative flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid grid-cols-[auto_auto] gap-x-6 gap-y-0.5 text-13">
          <span className="text-muted">{t('landing.ticket_stake')}</span>
          <Money amount={stake} currency="USD" className="text-end" />
          <span className="text-muted">{t('landing.ticket_payout')}</span>
          <bdi className="tabular text-end">{percent}</bdi>
          <span className="text-muted">{t('landing.ticket_right')}</span>
          <Money amount={calculateExampleReturn(stake)} currency="USD" className="text-end font-semibold text-up" />
          <span className="text-muted">{t('landing.ticket_wrong')}</span>
          <Money amount={0} currency="USD" className="text-end font-semibold text-down" />
        </div>
        <div className="flex gap-2 text-13 font-medium">
          <Chip className="bg-up-soft text-up">
            <ArrowUp size={16} />
            {t('landing.up')}
          </Chip>
          <Chip className="bg-down-soft text-down">
            <ArrowDown size={16} />
            {t('landing.down')}
          </Chip>
        </div>
      </div>
    </>
  )
}

function Chip({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return <span className={cx('flex items-center gap-1.5 rounded-field px-3 py-2', className)}>{children}</span>
}

/** Picture of a bonus, by the rules of the funding page. */
export function BonusIllustration() {
  const t = useTranslate()
  const { pay, bonus, total, wageringRequired, tier } = quoteDeposit(deposit, true, {
    currency: 'USD',
    turnoverFactor,
    releaseFactor: 1,
    tiers: cardTiers,
  })
  const row = (id: string, name: string, minor: number, isStrong = false) => ({
    id,
    name,
    isStrong,
    value: <Money amount={fromMinor(minor, 'USD')} currency="USD" isWhole />,
  })
  return (
    <>
      <DescriptionList
        rows={[
          row('pay', t('landing.bonus_pay'), pay),
          row('bonus', t('landing.bonus_adds', { percent: tier.percent / 100 }), bonus),
          row('total', t('landing.bonus_total'), total, true),
          row('turnover', t('landing.bonus_turnover'), wageringRequired),
        ]}
      />
    </>
  )
}

export function DepositIllustration() {
  const t = useTranslate()
  const steps = [t('landing.step_check'), t('landing.step_bank'), t('landing.step_confirm')]
  return (
    <div className="flex flex-col self-stretch">
      {steps.map((step, index) => {
        const isLast = index === steps.length - 1
        return (
          <span key={step} className="flex gap-4">
            <span className="flex flex-col items-center">
              <span
                className={cx(
                  'flex size-7 items-center justify-center rounded-full',
                  isLast ? 'bg-accent text-on-accent' : 'bg-up-soft text-up',
                )}
              >
                <Check size={16} />
              </span>
              {!isLast && <span className="w-px flex-1 bg-line" />}
            </span>
            <span
              className={cx(
                'flex flex-1 justify-between gap-4',
                isLast ? 'pt-0.5 text-17 font-semibold' : 'pt-1 pb-7 text-muted',
              )}
            >
              {step}
              {isLast && <Money amount={deposit} currency="USD" />}
            </span>
          </span>
        )
      })}
    </div>
  )
}

/** Picture of the practice account after a won and a lost trade. */
export function PracticeIllustration() {
  const t = useTranslate()
  const gain = calculateExampleReturn(stake) - stake
  const amount = useFormat().price(practiceMoney + gain - stake, 2)
  const trade = (symbol: string, profit: number) => ({
    id: symbol,
    name: getSymbolLabel(symbol, t),
    value: <Money amount={profit} currency="USD" isSigned className={profit > 0 ? 'text-up' : 'text-down'} />,
  })
  return (
    <div className="flex flex-col gap-6">
      <DescriptionList rows={[trade('EURUSD', gain), trade('XAUUSD', -stake)]} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <span className="flex flex-col gap-1">
          <span className="text-13 text-muted">{t('landing.practice_money')}</span>
          <bdi dir="ltr" className="tabular text-28 font-semibold">
            {amount}
          </bdi>
        </span>
        <Chip className="border border-line bg-surface text-13 font-medium">
          <RotateCcw size={16} className="rtl:-scale-x-100" />
          {t('landing.practice_reset')}
        </Chip>
      </div>
    </div>
  )
}
