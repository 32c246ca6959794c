import { useQuery } from '@tanstack/react-query'
import type { QueueKind } from '@tradefront/contract/operator-actions'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useOperator } from '../operator-context.ts'
import { useKeys } from '../use-keys.ts'
import { queueQuery } from './api.ts'
import { useCaseOrders } from './use-case-orders.ts'

/** Who works on a case of the queue, and the button to take it. Nothing if it does not wait. @param props.kinds which it can be */
export function CaseOwner({ kinds, id }: { readonly kinds: readonly QueueKind[]; readonly id: string }) {
  const t = useTranslate()
  const { name } = useOperator()
  const { take, isPending } = useCaseOrders()
  const { data: rows = [] } = useQuery(queueQuery)
  const row = rows.find((each) => each.id === id && kinds.includes(each.kind))
  const isMine = row?.operator === name
  const toggle = () => {
    if (row !== undefined && !isPending) take(row, !isMine)
  }
  const action = t(isMine ? 'desk_queue.give_back' : 'desk_queue.take')
  useKeys(row === undefined ? [] : [{ key: 'e', text: action, run: toggle }])
  if (row === undefined) return null
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 text-13 text-muted">
      {row.operator === null
        ? t('desk_queue.nobody_works')
        : isMine
          ? t('desk_queue.you_work')
          : t('desk_queue.works_on', { name: row.operator })}
      <Button size="sm" isPending={isPending} onPress={toggle} aria-keyshortcuts="e">
        {action}
      </Button>
    </p>
  )
}
