import type { Invoice } from '@tradefront/contract/domain/crypto'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import type { ReactNode } from 'react'

import { serverNow } from '../../../platform/clock.ts'
import { getLocalZone, useFormat } from '../../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../../platform/i18n/i18n.ts'
import { Money } from '../../../ui/money/money.tsx'
import { RowDialog, type TimelineEvent } from '../../../ui/overlays/row-dialog.tsx'
import { formatInstrument, getDepositStatus } from '../deposit-status.ts'
import { describeClaimEnd, getFailureText } from '../describe-failure.ts'
import { describeWait } from '../describe-wait.ts'

/** Facts of a deposit, and when things happened. */
export function DepositDialog(props: {
  readonly deposit: Deposit
  readonly invoice: Invoice | null
  /** Buttons for the next step, e.g. the receipt. */
  readonly actions: ReactNode
  readonly onClose: () => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { deposit, invoice } = props
  const { amount, currency, credited } = deposit
  const instrument = formatInstrument(deposit, t)
  const wait = describeWait(deposit, invoice, serverNow(), t)
  return (
    <RowDialog
      title={t('deposits.deposit')}
      closeLabel={t('shell.close')}
      timelineTitle={t('deposits.timeline')}
      onClose={props.onClose}
      zone={getLocalZone()}
      facts={[
        { id: 'amount', name: t('deposits.amount'), value: format.money(amount, currency), isStrong: true },
        ...(credited === null
          ? []
          : [
              {
                id: 'credited',
                name: t('deposits.credited'),
                value: <Money amount={credited.cash + credited.bonus} currency={currency} />,
              },
            ]),
        ...(instrument === null
          ? []
          : [{ id: 'method', name: t('deposits.paid_with'), value: <bdi dir="ltr">{instrument}</bdi> }]),
        {
          id: 'reference',
          name: t('deposits.receipt_number'),
          value: <span className="tabular">{deposit.receiptNumber}</span>,
        },
      ]}
      events={[
        ...listEvents(deposit, t),
        ...(wait === null
          ? []
          : [
              {
                id: 'wait',
                text: [
                  wait.text,
                  wait.untilMs !== null && t('deposits.wait_until', { time: format.time(wait.untilMs) }),
                ]
                  .filter(Boolean)
                  .join(' '),
                atMs: null,
              },
            ]),
      ]}
      link={props.actions}
    />
  )
}

/** Lists what is known to have happened. Only the start, the current step and the end have a time. */
function listEvents(deposit: Deposit, t: Translate): TimelineEvent[] {
  const { step, createdAtMs, endedAtMs, refund, state } = deposit
  const end = getDepositStatus({ ...deposit, refund: null })
  const why = state === 'failed' ? { note: describeClaimEnd(deposit, t) ?? t(getFailureText(deposit)) } : {}
  return [
    { id: 'created', text: t('deposits.event_created'), atMs: createdAtMs },
    ...(step === null ? [] : [{ id: 'step', text: t('deposits.event_step'), atMs: step.startedAtMs }]),
    ...(endedAtMs === null ? [] : [{ id: 'ended', text: t(end.text), ...why, atMs: endedAtMs }]),
    ...(refund === null ? [] : [{ id: 'refund', text: t(getDepositStatus(deposit).text), atMs: null }]),
  ]
}
