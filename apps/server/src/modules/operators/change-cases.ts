import { queueReaders } from '@tradefront/contract/desk-queue'
import type { QueueKind } from '@tradefront/contract/operator-actions'
import { ok, refuse } from '@tradefront/rules/result'

import type { ActionHandlers, AppContext, Signers } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import { updateCase } from './case-store.ts'
import { findOperatorAccess } from './operator-account-store.ts'

const maxSnoozeDays = 30
/** Kinds that no operator can put off, because they concern the others too. */
const lasting: readonly QueueKind[] = ['alert', 'approval']

/** Actions on cases of the queue: who works on one, and until when it is put off. */
export const caseActions: ActionHandlers = {
  'case.take': async (context, { kind, id, isMine }, by) => {
    if (!(await canSee(context, kind, by))) return refuse('desk.no_right')
    const { db, clock } = context
    const operator = isMine ? by.actor : null
    const entry = {
      by,
      action: 'case.take',
      subject: `${kind}:${id}`,
      before: null,
      after: { operator },
      at: clock.now(),
    }
    await updateCase(db, { kind, id }, { operator }, entry)
    return ok()
  },
  'case.snooze': async (context, { kind, id, untilMs }, by) => {
    if (lasting.includes(kind) || !(await canSee(context, kind, by))) return refuse('desk.no_right')
    const { db, clock } = context
    const at = clock.now()
    if (untilMs !== null && untilMs > at.getTime() + maxSnoozeDays * dayMs) return refuse('desk_queue.too_late')
    const snoozedUntil = untilMs === null ? null : new Date(untilMs)
    const entry = { by, action: 'case.snooze', subject: `${kind}:${id}`, before: null, after: { snoozedUntil }, at }
    await updateCase(db, { kind, id }, { snoozedUntil }, entry)
    return ok()
  },
}

/** Returns whether the operator's roles show cases of this kind. */
async function canSee({ db }: AppContext, kind: QueueKind, by: Signers): Promise<boolean> {
  const access = await findOperatorAccess(db, by.actor)
  return access !== null && queueReaders[kind].some((role) => access.roles.includes(role))
}
