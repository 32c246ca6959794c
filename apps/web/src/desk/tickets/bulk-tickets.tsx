import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { BulkBar, BulkButton } from '../bulk-bar.tsx'
import { useOperator } from '../operator-context.ts'
import { useBulkOrder } from '../use-bulk-order.ts'
import type { Selection } from '../use-selection.ts'
import { templatesQuery } from './api.ts'

/** Takes, answers or closes all selected tickets. */
export function BulkTickets({ selection }: { readonly selection: Selection }) {
  const t = useTranslate()
  const { name } = useOperator()
  const { selected, clear } = selection
  const [template, setTemplate] = useState<string | null>(null)
  const { data: templates = [] } = useQuery(templatesQuery)
  const assign = useBulkOrder('ticket.assign', clear)
  const answer = useBulkOrder('ticket.answer_by_template', clear)
  const close = useBulkOrder('ticket.close', clear)
  const isPending = assign.isPending || answer.isPending || close.isPending
  return (
    <BulkBar selection={selection}>
      <Button
        size="sm"
        isPending={isPending}
        onPress={() =>
          assign.mutate({
            inputs: selected.map((ticket) => ({ ticket, operator: name })),
            reason: t('desk_queue.reason'),
          })
        }
      >
        {t('desk_support.take')}
      </Button>
      <BulkButton
        label={t('actions.ticket_answer_by_template')}
        effect={t('actions.ticket_answer_by_template_undo')}
        isPending={isPending}
        onRun={
          template === null
            ? null
            : (reason) => answer.mutate({ inputs: selected.map((ticket) => ({ ticket, template })), reason })
        }
      >
        <Select
          label={t('desk_support.template')}
          placeholder={t('desk_support.choose_template')}
          value={template}
          options={templates.map(({ id, title }) => ({ id, label: title }))}
          onChange={setTemplate}
        />
      </BulkButton>
      <BulkButton
        label={t('desk_support.close_selected')}
        effect={t('actions.ticket_close_undo')}
        isPending={isPending}
        onRun={(reason) => close.mutate({ inputs: selected.map((ticket) => ({ ticket })), reason })}
      />
    </BulkBar>
  )
}
