import type { Movement } from '@tradefront/contract/domain/history'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import type { VirtualColumn } from '../../ui/layout/virtual-table.tsx'
import { Money } from '../../ui/money/money.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { describeMovement } from './describe-movement.ts'

/** @param time how a time is written: without its date if rows are below their days */
export function useMovementColumns(zone: string, time: 'moment' | 'momentOfDay'): readonly VirtualColumn<Movement>[] {
  const t = useTranslate()
  const format = useFormat()
  return [
    {
      id: 'time',
      title: t('history.col_time'),
      size: '5rem',
      render: ({ atMs }) => <span className="text-muted tabular">{format[time](atMs, zone)}</span>,
    },
    {
      id: 'type',
      title: t('history.col_type'),
      size: 'minmax(7rem, 1fr)',
      render: ({ type }) => <span className="font-medium">{t(`history.type_${type}`)}</span>,
    },
    {
      id: 'details',
      title: t('history.col_details'),
      size: 'minmax(8rem, 2fr)',
      render: (movement) => <span className="text-muted">{describeMovement(movement, t, format)}</span>,
    },
    {
      id: 'status',
      title: t('history.col_status'),
      size: 'minmax(6rem, 1fr)',
      render: ({ status }) => <StatusMark status={status} />,
    },
    {
      id: 'amount',
      title: t('history.col_amount'),
      size: '8.5rem',
      isNumeric: true,
      render: (movement) => <MovementAmount movement={movement} />,
    },
    {
      id: 'balance',
      title: t('history.col_balance'),
      size: '8.5rem',
      isNumeric: true,
      render: ({ balance, currency }) =>
        balance === null ? <span className="text-faint">–</span> : <Money amount={balance} currency={currency} />,
    },
  ]
}

export function MovementCard({ movement, zone }: { readonly movement: Movement; readonly zone: string }) {
  const t = useTranslate()
  const format = useFormat()
  const { type, status, atMs, balance, currency } = movement
  const details = describeMovement(movement, t, format)
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span className="truncate font-medium">
          {details === '' || type !== 'trade' ? t(`history.type_${type}`) : details}
        </span>
        <MovementAmount movement={movement} />
      </div>
      <div className="flex items-baseline justify-between gap-3 text-13 text-muted">
        <span className="min-w-0 truncate tabular">
          {format.momentOfDay(atMs, zone, false)}
          {type !== 'trade' && details !== '' && ` · ${details}`}
        </span>
        {balance === null ? <StatusMark status={status} /> : <Money amount={balance} currency={currency} />}
      </div>
    </>
  )
}

const statusClass = { done: 'text-muted', waiting: 'text-warn', failed: 'text-down', cancelled: 'text-muted' } as const

function StatusMark({ status }: Pick<Movement, 'status'>) {
  const t = useTranslate()
  return <span className={cx('shrink-0', statusClass[status])}>{t(`history.status_${status}`)}</span>
}

/** Amount of a movement. One that did not move has no sign. */
function MovementAmount({ movement: { amount, currency, status } }: { readonly movement: Movement }) {
  if (status !== 'done') return <Money amount={amount} currency={currency} className="shrink-0 text-muted" />
  return (
    <Money
      amount={amount}
      currency={currency}
      isSigned
      className={cx('shrink-0 font-medium', amount > 0 && 'text-up')}
    />
  )
}
