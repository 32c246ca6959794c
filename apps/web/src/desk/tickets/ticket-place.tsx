import type { DeskTicketDetails } from '@tradefront/contract/desk-support'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Select } from '../../ui/fields/select.tsx'
import { ActionButton } from '../action-button.tsx'

/** Where the ticket belongs: to another department, or to another ticket of the same trader. */
export function TicketPlace({ ticket }: { readonly ticket: DeskTicketDetails }) {
  const t = useTranslate()
  const { id, number, departmentId, departments, others } = ticket
  const [department, setDepartment] = useState<string | null>(null)
  const choices = departments.filter((each) => each.id !== departmentId)
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        action="ticket.move"
        size="sm"
        title={t('desk_support.move_ticket', { number })}
        input={department === null ? null : { ticket: id, before: departmentId, department: Number(department) }}
        isOffered={choices.length > 0}
      >
        <Select
          label={t('desk_support.department')}
          placeholder={t('desk_support.choose_department')}
          value={department}
          options={choices.map((each) => ({ id: String(each.id), label: each.title }))}
          onChange={setDepartment}
        />
      </ActionButton>
      {others.length > 0 && <Merge ticket={ticket} />}
    </div>
  )
}

function Merge({ ticket: { id, number, others } }: { readonly ticket: DeskTicketDetails }) {
  const t = useTranslate()
  const format = useFormat()
  const [into, setInto] = useState<string | null>(null)
  return (
    <ActionButton
      action="ticket.merge"
      size="sm"
      title={t('desk_support.merge_ticket', { number })}
      input={into === null ? null : { ticket: id, into }}
    >
      <p className="text-muted">{t('desk_support.merge_lead')}</p>
      <Select
        label={t('desk_support.merge_target')}
        placeholder={t('desk_support.choose_target')}
        value={into}
        options={others.map((other) => ({
          id: other.id,
          label: `${other.number} · ${t(`desk_support.status_${other.status}`)} · ${format.day(other.createdAtMs)}`,
        }))}
        onChange={setInto}
      />
    </ActionButton>
  )
}
