import { idleDeadlineMs } from '@tradefront/rules/deposits/inquiry-schedule'

import type { AppContext } from '../../context.ts'
import { raiseAlert } from '../alerts/service.ts'
import { closeDeposit } from './deposit-writes.ts'
import { updateDeposit } from './update-deposit.ts'
import { findActiveAttempt, isOpen } from './deposit.ts'
import { listIdleDeposits } from './due-work-store.ts'

const idleBatchSize = 50
/** After this time a deposit that cannot be closed is reported to operators. */
const closeAlertAfterMs = 3_600_000

/** Closes deposits that are idle. One that cannot be closed does not hold up the others. */
export async function closeIdleDeposits(context: AppContext): Promise<void> {
  const { clock, config, db, onError } = context
  const now = clock.now()
  const before = new Date(now.getTime() - idleDeadlineMs * config.waitScale)
  const failedIds: string[] = []
  for (;;) {
    const idle = await listIdleDeposits(db, before, failedIds, idleBatchSize)
    for (const { id, updatedAt } of idle) {
      try {
        await closeIfIdle(context, id)
      } catch (error) {
        onError(error)
        failedIds.push(id)
        if (updatedAt.getTime() < before.getTime() - closeAlertAfterMs * config.waitScale)
          await raiseAlert(db, { kind: 'deposit.close_fails', subject: `deposit:${id}` }, now)
      }
    }
    if (idle.length < idleBatchSize) return
  }
}

async function closeIfIdle(context: AppContext, id: string): Promise<void> {
  const { clock, db } = context
  await updateDeposit(context, { id }, async (deposit) => {
    if (findActiveAttempt(deposit) === null && isOpen(deposit))
      await closeDeposit(
        db,
        deposit,
        deposit.isCloseRequested ? 'deposits.canceled' : 'deposits.not_continued',
        clock.now(),
      )
  })
}
