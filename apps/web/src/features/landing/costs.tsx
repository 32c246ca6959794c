import { calculateBreakEvenPercent, calculateSeries } from '@tradefront/rules/landing/cost-example'
import { examplePayoutRate } from '@tradefront/rules/landing/sample-feed'
import { type ReactNode, useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { RowsSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { RangeInput } from '../../ui/fields/range-input.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { useIsHydrated } from '../../ui/hooks/use-is-hydrated.ts'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { Money } from '../../ui/money/money.tsx'
import { cx } from '../../ui/styles/cx.ts'

const currency = 'USD'
const trades = 100
const maxStake = 500

/**
 * Calculator of what the payout costs. Its sliders are not prerendered, because they have inline styles.
 * @param payouts of the markets, e.g. 0.82; without any, it calculates with an example
 */
export function Costs({ payouts }: { readonly payouts: readonly number[] }) {
  const t = useTranslate()
  const format = useFormat()
  const [chosen, setChosen] = useState<number | null>(null)
  const [stake, setStake] = useState(10)
  const [wins, setWins] = useState(50)
  const isHydrated = useIsHydrated()
  const choices = [...new Set(payouts)].toSorted((one, other) => other - one)
  const payout = choices.find((each) => each === chosen) ?? choices[0] ?? examplePayoutRate
  const money = (amount: number): string => format.money(amount, currency)
  const times = t('landing.costs_times', { count: wins })
  return (
    <section aria-labelledby="costs" className="grid items-start gap-8 lg:grid-cols-2 lg:gap-16">
      <div className="flex flex-col gap-6">
        <h2 id="costs" className="text-28 font-semibold">
          {t('landing.costs')}
        </h2>
        <p className="max-w-prose text-17 text-muted">{t('landing.costs_text')}</p>
        {isHydrated ? (
          <>
            <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4">
              <span className="text-muted">
                {t(choices.length === 0 ? 'landing.costs_example' : 'landing.costs_payout')}
              </span>
              {choices.length > 1 ? (
                <SegmentedControl
                  label={t('landing.costs_payout')}
                  options={choices.map((each) => ({ id: String(each), label: format.percent(each, 1) }))}
                  value={String(payout)}
                  onChange={(id) => setChosen(Number(id))}
                />
              ) : (
                <span className="tabular font-semibold">{format.percent(payout, 1)}</span>
              )}
            </div>
            <LabelledRange name={t('landing.costs_stake')} value={format.money(stake, currency, { isWhole: true })}>
              <RangeInput
                label={t('landing.costs_stake')}
                valueText={format.money(stake, currency, { isWhole: true })}
                {...{ min: 5, max: maxStake, step: 5, value: stake }}
                onChange={setStake}
              />
            </LabelledRange>
            <LabelledRange name={t('landing.costs_right')} value={times}>
              <RangeInput
                label={t('landing.costs_right')}
                valueText={times}
                {...{ min: 0, max: trades, step: 1, value: wins }}
                onChange={setWins}
              />
            </LabelledRange>
          </>
        ) : (
          <RowsSkeleton count={3} className="h-13" />
        )}
      </div>
      {isHydrated ? <SeriesResult {...{ stake, payout, wins, money }} /> : <Skeleton className="h-88" />}
    </section>
  )
}

function LabelledRange(props: { readonly name: string; readonly value: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <p aria-hidden className="flex justify-between gap-4">
        <span className="text-muted">{props.name}</span>
        <span className="tabular font-semibold">{props.value}</span>
      </p>
      {props.children}
    </div>
  )
}

function SeriesResult(props: {
  readonly stake: number
  readonly payout: number
  readonly wins: number
  readonly money: (amount: number) => string
}) {
  const t = useTranslate()
  const { stake, payout, wins, money } = props
  const { staked, won, lost, result } = calculateSeries({ stake, payout, trades, wins })
  const needed = calculateBreakEvenPercent(payout)
  return (
    <div className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8">
      <div role="status" className="flex flex-col gap-1">
        <span className="text-muted">{t('landing.costs_result')}</span>
        <Money
          amount={result}
          currency={currency}
          isSigned
          className={cx('text-40 font-semibold', result > 0 ? 'text-up' : result < 0 && 'text-down')}
        />
      </div>
      {/* The bar is the share of trades that were right. The mark is the share from which the series gains. */}
      <div aria-hidden className="relative h-2 rounded-full bg-raised">
        <span
          className={cx('absolute inset-y-0 start-0 rounded-full', result > 0 ? 'bg-up' : 'bg-down')}
          style={{ width: `${wins}%` }}
        />
        <span className="absolute -inset-y-1.5 w-0.5 bg-ink" style={{ insetInlineStart: `${needed}%` }} />
      </div>
      <DescriptionList
        rows={[
          { id: 'staked', name: t('landing.costs_staked'), value: money(staked) },
          {
            id: 'won',
            name: t('landing.costs_won', { count: wins, amount: money(stake * payout) }),
            value: money(won),
          },
          {
            id: 'lost',
            name: t('landing.costs_lost', { count: trades - wins, amount: money(stake) }),
            value: money(lost),
          },
        ]}
      />
      <p className="text-muted">{t('landing.costs_even', { needed })}</p>
    </div>
  )
}
