import type { QueueRow } from '@tradefront/contract/desk-queue'

import { serverNow } from '../../platform/clock.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useOperator } from '../operator-context.ts'
import { useOrder } from '../use-order.ts'

/** How long a case is put off. */
export const dayMs = 86_400_000

/** Who works on a case, and until when it is put off. Tickets say themselves who answers them. */
export function useCaseOrders() {
  const t = useTranslate()
  const { name } = useOperator()
  const reason = t('desk_queue.reason')
  const takeCase = useOrder('case.take')
  const assign = useOrder('ticket.assign')
  const put = useOrder('case.snooze')
  return {
    take: ({ kind, id }: Pick<QueueRow, 'kind' | 'id'>, isMine: boolean) =>
      kind === 'ticket'
        ? assign.mutate({ input: { ticket: id, operator: isMine ? name : null }, reason })
        : takeCase.mutate({ input: { kind, id, isMine }, reason }),
    snooze: ({ kind, id }: Pick<QueueRow, 'kind' | 'id'>, isLater: boolean) =>
      put.mutate({ input: { kind, id, untilMs: isLater ? serverNow() + dayMs : null }, reason }),
    isPending: takeCase.isPending || assign.isPending || put.isPending,
  }
}
