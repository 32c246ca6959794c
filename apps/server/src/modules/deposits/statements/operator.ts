import { ok, refuse } from '@tradefront/rules/result'

import type { ActionHandlers } from '../../../context.ts'
import { closeDay, explainException } from './exception-store.ts'

/** Actions of the desk on days of statements. */
export const statementActions: ActionHandlers = {
  'exception.explain': async ({ db, clock }, input, by) =>
    (await explainException(db, input, by, clock.now())) ? ok() : refuse('desk.changed'),
  'day.close': async ({ db, clock }, input, by) =>
    (await closeDay(db, input, by, clock.now())) ? ok() : refuse('desk_reconcile.still_open'),
}
