import type { MovementTotals } from '@tradefront/contract/history'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView, type ShownQuery } from '../../platform/query/query-view.tsx'
import { AreaChart } from '../../ui/charts/area-chart.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Money } from '../../ui/money/money.tsx'
import { Totals, type TotalTile } from './totals.tsx'

/** Totals, and below them a chart of the balance over time. */
export function MovementSummary(props: { readonly totals: ShownQuery<MovementTotals>; readonly zone: string }) {
  const t = useTranslate()
  const tiles = useMovementTiles(props.totals.data)
  return (
    <QueryView query={props.totals} name={t('history.totals')} skeleton={<Skeleton className="h-20" />}>
      {(totals) => (
        <>
          <Totals label={t('history.totals')} tiles={tiles} />
          {totals.curve.length > 1 && <BalanceCurve totals={totals} zone={props.zone} />}
        </>
      )}
    </QueryView>
  )
}

function BalanceCurve({ totals, zone }: { readonly totals: MovementTotals; readonly zone: string }) {
  const t = useTranslate()
  const format = useFormat()
  const { curve, currency, unit } = totals
  const values = curve.map(([, value]) => value)
  const money = (value: number): string => format.money(value, currency)
  const [firstMs, first] = curve[0] ?? [0, 0]
  const [lastMs, last] = curve.at(-1) ?? [0, 0]
  return (
    <section aria-labelledby="balance-curve" className="flex flex-col gap-3">
      <h2 id="balance-curve" className="text-17 font-semibold">
        {t('history.balance_curve')}
      </h2>
      <AreaChart
        points={curve.map(([atMs, value]) => ({ atMs, value }))}
        text={t('history.curve_text', {
          first: money(first),
          from: format.moment(firstMs, zone, false),
          last: money(last),
          to: format.moment(lastMs, zone, false),
          least: money(Math.min(...values)),
          most: money(Math.max(...values)),
        })}
        formatValue={(value) => format.money(value, currency, { isWhole: true })}
        formatTime={(atMs) => format.period(atMs, unit, zone)}
      />
    </section>
  )
}

/** Returns the balance at both ends, and each type in between. */
export function useMovementTiles(totals: MovementTotals | undefined): readonly TotalTile[] {
  const t = useTranslate()
  const format = useFormat()
  if (totals === undefined) return []
  const { currency, balanceFrom, balanceTo } = totals
  const own = totals.totals.filter((total) => total.currency === currency)
  return [
    { id: 'from', name: t('history.balance_from'), value: <Money amount={balanceFrom} currency={currency} /> },
    ...own.map(({ type, received, paid }) => ({
      id: type,
      name: type === 'trade' ? t('history.trade_result') : t(`history.type_${type}`),
      value: <Money amount={Math.round((received - paid) * 100) / 100} currency={currency} isSigned />,
      ...(received > 0 &&
        paid > 0 && {
          note: t('history.in_and_out', {
            received: format.money(received, currency),
            paid: format.money(paid, currency),
          }),
        }),
    })),
    { id: 'to', name: t('history.balance_to'), value: <Money amount={balanceTo} currency={currency} /> },
  ]
}
