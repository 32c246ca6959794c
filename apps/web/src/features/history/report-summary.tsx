import type { ReportTotals, TradeCounts } from '@tradefront/contract/history'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView, type ShownQuery } from '../../platform/query/query-view.tsx'
import { AreaChart } from '../../ui/charts/area-chart.tsx'
import { type RateBar, RateBars, RateColumns } from '../../ui/charts/rate-bars.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { Money } from '../../ui/money/money.tsx'
import { Totals, type TotalTile } from './totals.tsx'
import { accumulate, computeWinRate } from './win-rate.ts'

const pictures = ['profit', 'symbols', 'hours'] as const
type Picture = (typeof pictures)[number]

/** A chart of fewer trades looks empty, and its rates mean nothing. */
const leastForPicture = 5

/** Totals, and below them one chart. */
export function ReportSummary(props: { readonly totals: ShownQuery<ReportTotals>; readonly zone: string }) {
  const t = useTranslate()
  const tiles = useReportTiles(props.totals.data)
  return (
    <QueryView query={props.totals} name={t('history.totals')} skeleton={<Skeleton className="h-20" />}>
      {(totals) => (
        <>
          <Totals label={t('history.totals')} tiles={tiles} />
          {countEnded(totals) >= leastForPicture ? (
            <Pictures totals={totals} zone={props.zone} />
          ) : (
            <p className="text-13 text-muted">{t('history.few_trades', { count: leastForPicture })}</p>
          )}
        </>
      )}
    </QueryView>
  )
}

function Pictures({ totals, zone }: { readonly totals: ReportTotals; readonly zone: string }) {
  const t = useTranslate()
  // A curve through trades of one hour or day is one step, which says less than the totals.
  const shown: readonly Picture[] = totals.curve.length > 1 ? pictures : pictures.filter((id) => id !== 'profit')
  const [chosen, setPicture] = useState<Picture>('profit')
  const picture = shown.includes(chosen) ? chosen : 'symbols'
  const titles = {
    profit: t('history.profit_curve'),
    symbols: t('history.by_symbol'),
    hours: t('history.by_hour'),
  }
  return (
    <section aria-labelledby="report-picture" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="report-picture" className="text-17 font-semibold">
          {titles[picture]}
        </h2>
        <SegmentedControl
          label={t('history.pictures')}
          options={shown.map((id) => ({ id, label: t(`history.picture_${id}`) }))}
          value={picture}
          onChange={setPicture}
        />
      </div>
      {picture === 'profit' && <ProfitCurve totals={totals} zone={zone} />}
      {picture === 'symbols' && <SymbolRates totals={totals} />}
      {picture === 'hours' && <HourRates totals={totals} zone={zone} />}
    </section>
  )
}

function countEnded({ won, lost, tie, sold, void: voided }: Omit<TradeCounts, 'profit'>): number {
  return won + lost + tie + sold + voided
}

function ProfitCurve({ totals, zone }: { readonly totals: ReportTotals; readonly zone: string }) {
  const t = useTranslate()
  const format = useFormat()
  const { currency, unit } = totals
  const points = accumulate(totals.curve)
  const [start, next] = points
  const stepMs = next === undefined || start === undefined ? 3_600_000 : next.atMs - start.atMs
  const drawn = start === undefined ? [] : [{ atMs: start.atMs - stepMs, value: 0 }, ...points]
  const money = (value: number): string => format.money(value, currency, { isSigned: true })
  const values = drawn.map(({ value }) => value)
  const [first, last] = [drawn[0], drawn.at(-1)]
  return (
    <AreaChart
      points={drawn}
      base={0}
      text={t('history.curve_text', {
        first: money(first?.value ?? 0),
        from: format.moment(first?.atMs ?? 0, zone, false),
        last: money(last?.value ?? 0),
        to: format.moment(last?.atMs ?? 0, zone, false),
        least: money(Math.min(...values)),
        most: money(Math.max(...values)),
      })}
      formatValue={(value) => format.money(value, currency, { isWhole: true })}
      formatTime={(atMs) => format.period(atMs, unit, zone)}
    />
  )
}

function useRateBar() {
  const t = useTranslate()
  const format = useFormat()
  const toBar = (id: string, label: string, counts: TradeCounts | undefined, currency: string): RateBar => ({
    id,
    label,
    rate: counts === undefined ? null : computeWinRate(counts),
    detail:
      counts === undefined
        ? t('history.trade_count', { count: 0 })
        : `${t('history.win_rate_of', { won: counts.won, lost: counts.lost })} · ${format.money(counts.profit, currency, { isSigned: true })}`,
  })
  return { toBar, formatRate: (rate: number): string => format.percent(rate) }
}

function SymbolRates({ totals }: { readonly totals: ReportTotals }) {
  const t = useTranslate()
  const { toBar, formatRate } = useRateBar()
  const sorted = totals.symbols.toSorted((a, b) => countEnded(b) - countEnded(a))
  return (
    <RateBars
      label={t('history.by_symbol')}
      bars={sorted.map((each) => toBar(each.symbol, getSymbolLabel(each.symbol, t), each, totals.currency))}
      formatRate={formatRate}
    />
  )
}

function HourRates({ totals, zone }: { readonly totals: ReportTotals; readonly zone: string }) {
  const t = useTranslate()
  const { toBar, formatRate } = useRateBar()
  const bars = Array.from({ length: 24 }, (_, hour) =>
    toBar(
      String(hour),
      `${String(hour).padStart(2, '0')}:00`,
      totals.hours.find((each) => each.hour === hour),
      totals.currency,
    ),
  )
  return (
    <div className="flex flex-col gap-2">
      <RateColumns label={t('history.by_hour')} bars={bars} formatRate={formatRate} />
      <p className="text-13 text-muted">{t('history.hours_zone', { zone: zone.replaceAll('_', ' ') })}</p>
    </div>
  )
}

export function useReportTiles(totals: ReportTotals | undefined): readonly TotalTile[] {
  const t = useTranslate()
  const { formatRate } = useRateBar()
  if (totals === undefined) return []
  const { currency, won, lost, profit, stake, open } = totals
  const rate = computeWinRate(totals)
  const best = totals.symbols.toSorted((a, b) => b.profit - a.profit)[0]
  return [
    { id: 'profit', name: t('history.profit'), value: <Money amount={profit} currency={currency} isSigned /> },
    {
      id: 'rate',
      name: t('history.win_rate'),
      value: rate === null ? '–' : formatRate(rate),
      note: t('history.win_rate_of', { won, lost }),
    },
    { id: 'stake', name: t('history.staked'), value: <Money amount={stake} currency={currency} /> },
    ...(best === undefined || best.profit <= 0
      ? []
      : [
          {
            id: 'best',
            name: t('history.best_symbol'),
            value: getSymbolLabel(best.symbol, t),
            note: <Money amount={best.profit} currency={currency} isSigned />,
          },
        ]),
    { id: 'open', name: t('history.open_now'), value: open },
  ]
}
