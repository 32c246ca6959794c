import { Link } from '@tanstack/react-router'
import type { Movement } from '@tradefront/contract/domain/history'
import { formatReceiptNumber } from '@tradefront/rules/deposits/receipt-number'

import { isPlatformEmbedded } from '../../platform/embedded-platform.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Money } from '../../ui/money/money.tsx'
import { describeMovement } from './describe-movement.ts'
import { RowDialog, type TimelineEvent } from '../../ui/overlays/row-dialog.tsx'

export function MovementDialog(props: {
  readonly movement: Movement
  readonly zone: string
  readonly onClose: () => void
}) {
  const { movement, zone } = props
  const { type, status, amount, bonus, balance, currency, reference, trade, deposit } = movement
  const t = useTranslate()
  const format = useFormat()
  const details = describeMovement(movement, t, format)
  const money = (value: number, isSigned = false) => <Money amount={value} currency={currency} isSigned={isSigned} />
  return (
    <RowDialog
      title={t(`history.type_${type}`)}
      closeLabel={t('history.close')}
      timelineTitle={t('history.timeline')}
      onClose={props.onClose}
      zone={zone}
      facts={[
        { id: 'amount', name: t('history.col_amount'), value: money(amount, status === 'done'), isStrong: true },
        ...(bonus === 0 || bonus === amount
          ? []
          : [{ id: 'bonus', name: t('history.col_bonus_part'), value: money(bonus) }]),
        ...(balance === null ? [] : [{ id: 'balance', name: t('history.col_balance'), value: money(balance) }]),
        { id: 'status', name: t('history.col_status'), value: t(`history.status_${status}`) },
        ...(details === '' ? [] : [{ id: 'details', name: t('history.col_details'), value: details }]),
        ...(reference === null
          ? []
          : [
              {
                id: 'reference',
                name: t('history.col_reference'),
                value: (
                  <span className="break-all text-13 tabular">
                    {deposit === null ? reference : formatReceiptNumber(reference)}
                  </span>
                ),
              },
            ]),
      ]}
      events={listEvents(movement, t)}
      link={
        isPlatformEmbedded() ? undefined : trade !== null && reference !== null ? (
          <Link to={paths.trade(reference)} className={buttonClass({ tone: 'primary' })}>
            {t('history.to_trade')}
          </Link>
        ) : type === 'withdrawal' && reference !== null ? (
          <Link to={paths.showWith('withdrawal', reference)} className={buttonClass({ tone: 'primary' })}>
            {t('history.to_withdrawal')}
          </Link>
        ) : deposit !== null && reference !== null ? (
          <Link to={paths.showWith('deposits', reference)} className={buttonClass({ tone: 'primary' })}>
            {t('history.to_deposit')}
          </Link>
        ) : undefined
      }
    />
  )
}

function listEvents({ atMs, status, trade, deposit }: Movement, t: Translate): TimelineEvent[] {
  if (trade !== null) return listTradeEvents(trade, t)
  const booked: TimelineEvent = {
    id: 'booked',
    text: t(status === 'done' ? 'history.event_booked' : `history.event_${status}`),
    atMs: status === 'waiting' ? null : atMs,
  }
  return deposit === null
    ? [booked]
    : [{ id: 'requested', text: t('history.event_requested'), atMs: deposit.createdAtMs }, booked]
}

export function listTradeEvents(
  { state, openedAtMs, expiresAtMs, closedAtMs }: NonNullable<Movement['trade']>,
  t: Translate,
): TimelineEvent[] {
  const opened = { id: 'opened', text: t('history.event_opened'), atMs: openedAtMs }
  if (state === 'sold') return [opened, { id: 'sold', text: t('history.event_sold'), atMs: closedAtMs }]
  const isOpen = closedAtMs === null
  const expires = {
    id: 'expires',
    text: t(isOpen ? 'history.event_expires' : 'history.event_expired'),
    atMs: expiresAtMs,
  }
  const closed = {
    id: 'closed',
    text: t('history.event_closed', { result: t(`history.state_${state}`) }),
    atMs: closedAtMs,
  }
  return isOpen ? [opened, expires] : [opened, expires, closed]
}
