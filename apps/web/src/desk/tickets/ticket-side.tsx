import type { DeskTicketDetails } from '@tradefront/contract/desk-support'
import { isLocale, localeInfo } from '@tradefront/texts/locales'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { useOperator } from '../operator-context.ts'
import { NoteForm, OperatorNotes } from '../operator-notes.tsx'
import { listTraderRows } from '../traders/list-trader-rows.tsx'
import { useKeys } from '../use-keys.ts'
import { useOrder } from '../use-order.ts'
import { TicketPlace } from './ticket-place.tsx'

/** The trader of the ticket, the operator who answers it, and notes of operators. */
export function TicketSide({ ticket }: { readonly ticket: DeskTicketDetails }) {
  const t = useTranslate()
  const format = useFormat()
  const { trader, reference } = ticket
  return (
    <aside className="flex flex-col gap-6">
      <Assignment ticket={ticket} />
      <section aria-labelledby="whose" className="flex flex-col gap-2">
        <h3 id="whose" className="font-semibold">
          {t('desk.trader')}
        </h3>
        <DescriptionList
          rows={[
            ...listTraderRows(t, format, trader),
            {
              id: 'language',
              name: t('desk_support.language'),
              value: isLocale(trader.language) ? localeInfo[trader.language].name : trader.language,
            },
            { id: 'department', name: t('desk_support.department'), value: ticket.department },
            { id: 'priority', name: t('desk_support.priority'), value: ticket.priority },
            { id: 'created', name: t('desk_support.created'), value: format.dateTime(ticket.createdAtMs) },
            ...(reference === null
              ? []
              : [{ id: 'about', name: t('desk_support.about'), value: describeReference(t, reference.kind) }]),
          ]}
        />
      </section>
      {ticket.mergedInto === null && <TicketPlace ticket={ticket} />}
      <Notes ticket={ticket} />
    </aside>
  )
}

function describeReference(t: ReturnType<typeof useTranslate>, kind: string): string {
  switch (kind) {
    case 'deposit':
      return t('desk_support.about_deposit')
    case 'withdrawal':
      return t('desk_support.about_withdrawal')
    default:
      return t('desk_support.about_trade')
  }
}

const nobody = '-'

function Assignment({ ticket: { id, number, assignedTo, operators } }: { readonly ticket: DeskTicketDetails }) {
  const t = useTranslate()
  const { name } = useOperator()
  const assign = useOrder('ticket.assign')
  const assignTo = (operator: string | null) => {
    if (assign.isPending || operator === assignedTo) return
    assign.mutate({
      input: { ticket: id, operator },
      reason: t('desk_support.reason_ticket', { number }),
    })
  }
  useKeys([{ key: 'e', text: t('desk_support.take'), run: () => assignTo(name) }])
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={t('desk_support.assigned_to')}
        value={assignedTo ?? nobody}
        options={[
          { id: nobody, label: t('desk_support.nobody') },
          ...[...new Set([...operators, ...(assignedTo === null ? [] : [assignedTo])])].map((operator) => ({
            id: operator,
            label: operator,
          })),
        ]}
        onChange={(chosen) => assignTo(chosen === nobody ? null : chosen)}
      />
      {assignedTo !== name && (
        <Button size="sm" isPending={assign.isPending} onPress={() => assignTo(name)} aria-keyshortcuts="e">
          {t('desk_support.take')}
        </Button>
      )}
    </div>
  )
}

function Notes({ ticket: { id, number, notes } }: { readonly ticket: DeskTicketDetails }) {
  const t = useTranslate()
  const add = useOrder('ticket.note')
  const reason = t('desk_support.reason_ticket', { number })
  return (
    <section aria-labelledby="notes" className="flex flex-col gap-3">
      <div>
        <h3 id="notes" className="font-semibold">
          {t('desk_support.notes')}
        </h3>
        <p className="text-13 text-muted">{t('desk_support.notes_lead')}</p>
      </div>
      <OperatorNotes notes={notes} />
      <NoteForm
        isPending={add.isPending}
        onAdd={(words, onDone) =>
          add.mutate(
            { input: { ticket: id, words }, reason },
            { onSuccess: ({ state }) => state === 'done' && onDone() },
          )
        }
      />
    </section>
  )
}
