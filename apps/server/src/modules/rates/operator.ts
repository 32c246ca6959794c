import { ok, refuse } from '@tradefront/rules/result'

import type { ActionHandlers } from '../../context.ts'
import { confirmHeldRate } from './service.ts'

/** Actions of the desk on exchange rates. */
export const rateActions: ActionHandlers = {
  // Another reading can have taken the place of the one that was signed.
  'rate.confirm': async (context, { rate, value }, by) =>
    (await confirmHeldRate(context, rate, value, by)) ? ok() : refuse('desk.changed'),
}
