import type { ActionInput } from '@tradefront/contract/operator-actions'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { ActionHandlers, AppContext } from '../../context.ts'
import type { Operator } from '../../platform/audit.ts'
import { findPrize } from './prize-store.ts'
import { decidePrize, markItemSent } from './service.ts'

/** Actions of the desk on prizes that wait: cash above the approval limit, and what must be sent. */
export const prizeActions: ActionHandlers = {
  'prize.pay': (context, input, by) => decide(context, input, true, by),
  'prize.refuse': (context, input, by) => decide(context, input, false, by),
  'prize.note_sent': async (context, { prize }, by) =>
    (await markItemSent(context, prize, by)) ? ok() : refuse('desk.changed'),
}

async function decide(
  context: AppContext,
  { prize: id, trader, amount, currency }: ActionInput<'prize.pay'>,
  isApproved: boolean,
  by: Operator,
): Promise<Result> {
  const prize = await findPrize(context.db, id)
  if (prize === null || prize.userId !== trader || prize.paid !== amount || prize.currency !== currency)
    return refuse('desk.changed')
  return (await decidePrize(context, id, isApproved, by)) === null ? refuse('desk.changed') : ok()
}
