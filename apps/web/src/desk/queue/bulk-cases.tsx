import type { QueueRow } from '@tradefront/contract/desk-queue'

import { serverNow } from '../../platform/clock.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { BulkBar, BulkButton } from '../bulk-bar.tsx'
import { useOperator } from '../operator-context.ts'
import { useBulkOrder } from '../use-bulk-order.ts'
import type { Selection } from '../use-selection.ts'
import { dayMs } from './use-case-orders.ts'

/** Takes all selected cases, puts them off, or marks them as solved if all are alerts. @param props.rows those that are selected */
export function BulkCases({ selection, rows }: { readonly selection: Selection; readonly rows: readonly QueueRow[] }) {
  const t = useTranslate()
  const { name } = useOperator()
  const { clear } = selection
  const take = useBulkOrder('case.take', clear)
  const assign = useBulkOrder('ticket.assign', clear)
  const snooze = useBulkOrder('case.snooze', clear)
  const resolve = useBulkOrder('alert.resolve', clear)
  const isPending = take.isPending || assign.isPending || snooze.isPending || resolve.isPending
  const reason = t('desk_queue.reason')
  const tickets = rows.filter(({ kind }) => kind === 'ticket')
  const others = rows.filter(({ kind }) => kind !== 'ticket')
  const canWait = rows.every(({ kind }) => kind !== 'alert' && kind !== 'approval')
  return (
    <BulkBar selection={selection}>
      <Button
        size="sm"
        isPending={isPending}
        onPress={() => {
          if (tickets.length > 0)
            assign.mutate({ inputs: tickets.map(({ id }) => ({ ticket: id, operator: name })), reason })
          if (others.length > 0)
            take.mutate({ inputs: others.map(({ kind, id }) => ({ kind, id, isMine: true })), reason })
        }}
      >
        {t('desk_queue.take')}
      </Button>
      {canWait && (
        <Button
          size="sm"
          isPending={isPending}
          onPress={() =>
            snooze.mutate({ inputs: rows.map(({ kind, id }) => ({ kind, id, untilMs: serverNow() + dayMs })), reason })
          }
        >
          {t('desk_queue.snooze')}
        </Button>
      )}
      {rows.every(({ kind }) => kind === 'alert') && (
        <BulkButton
          label={t('desk_queue.end_alert')}
          effect={t('actions.alert_resolve_undo')}
          isPending={isPending}
          onRun={(why) => resolve.mutate({ inputs: rows.map(({ id }) => ({ alert: Number(id) })), reason: why })}
        />
      )}
    </BulkBar>
  )
}
