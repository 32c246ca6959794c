import { ok, refuse } from '@tradefront/rules/result'

import type { ActionHandlers } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import { updateCase } from './case-store.ts'

const maxSnoozeDays = 30

/** Who works on what waits, and what is put off. */
export const caseActions: ActionHandlers = {
  'case.take': async ({ db, clock }, { kind, id, isMine }, by) => {
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
  'case.snooze': async ({ db, clock }, { kind, id, untilMs }, by) => {
    const at = clock.now()
    if (untilMs !== null && untilMs > at.getTime() + maxSnoozeDays * dayMs) return refuse('desk_queue.too_late')
    const snoozedUntil = untilMs === null ? null : new Date(untilMs)
    const entry = { by, action: 'case.snooze', subject: `${kind}:${id}`, before: null, after: { snoozedUntil }, at }
    await updateCase(db, { kind, id }, { snoozedUntil }, entry)
    return ok()
  },
}
