import type { TicketItem } from '@tradefront/contract/support'
import { ticketStatusIds, toTicketStatus } from '@tradefront/rules/support/ticket-status'

import { serverNow } from '../../platform/clock.ts'
import { type Format, useFormat } from '../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'

const tones: Readonly<Record<number, string>> = {
  [ticketStatusIds.open]: 'bg-accent-soft text-accent-ink',
  [ticketStatusIds.answered]: 'bg-up-soft text-up',
  [ticketStatusIds.waiting]: 'bg-warn-soft text-warn',
  [ticketStatusIds.closed]: 'bg-raised text-muted',
}

type StatusFields = Pick<TicketItem, 'status' | 'status_id' | 'answer_by'>

export function StatusMark({ ticket }: { readonly ticket: StatusFields }) {
  const t = useTranslate()
  const status = toTicketStatus(ticket.status_id)
  return (
    <span
      className={cx(
        'shrink-0 rounded-field px-2 py-0.5 text-13 font-medium whitespace-nowrap',
        tones[ticket.status_id] ?? 'bg-raised text-muted',
      )}
    >
      {status === undefined ? ticket.status : t(`support.status_${status}`)}
    </span>
  )
}

/** Says what happens next with a ticket. */
export function NextStep({ ticket }: { readonly ticket: StatusFields }) {
  const t = useTranslate()
  const format = useFormat()
  return <>{describeNextStep(ticket, serverNow(), format, t)}</>
}

function describeNextStep(ticket: StatusFields, nowMs: number, format: Format, t: Translate): string {
  const { status_id: status, answer_by: answerBy } = ticket
  if (status === ticketStatusIds.answered) return t('support.state_answered')
  if (status === ticketStatusIds.waiting) return t('support.state_waiting')
  if (status === ticketStatusIds.closed) return t('support.state_closed')
  if (answerBy === null) return t('support.state_open_plain')
  const time = format.recentTime(answerBy, nowMs)
  return t(answerBy < nowMs ? 'support.state_open_late' : 'support.state_open', { time })
}
