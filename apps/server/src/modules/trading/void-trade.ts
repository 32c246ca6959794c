import type { ActionInput } from '@tradefront/contract/operator-actions'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { ActionHandlers, AppContext, Signers } from '../../context.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { lockUsers } from '../users/service.ts'
import { publishTrades } from './publish-trades.ts'
import { computeVoidChange } from './trade-entries.ts'
import type { Trade } from './trade.ts'
import { isInLossReturn, isVoidable, lockTrade, voidTrade } from './void-store.ts'

/** Action of the desk on a trade that has ended at wrong prices. Prices that are simulated can be checked by everyone: such a trade stays. */
export const voidActions: ActionHandlers = {
  'trade.void': async (context, input, by) => {
    const result = await runVoid(context, input, by).catch((error: unknown) => {
      const violated = getViolatedConstraint(error)
      // The money is spent or frozen, or the bonus of the stake has ended.
      if (violated === 'ledger_balances_amount_check' || violated === 'ledger_balances_bonus_bound')
        return refuse('desk_decisions.void_money')
      throw error
    })
    if (!result.ok) return result
    await publishTrades(context, [result.value])
    return ok()
  },
}

function runVoid(
  { db, clock }: AppContext,
  { trade: id, trader, change, bonusChange, currency, fault, words }: ActionInput<'trade.void'>,
  by: Signers,
): Promise<Result<Trade>> {
  return db.transaction().execute(async (trx) => {
    await lockUsers(trx, [trader])
    const trade = await lockTrade(trx, trader, id)
    if (trade === null || !isVoidable(trade) || trade.currency !== currency) return refuse('desk.changed')
    const moved = computeVoidChange(trade)
    if (moved.cash !== change || moved.bonus !== bonusChange) return refuse('desk.changed')
    if (await isInLossReturn(trx, id)) return refuse('desk_decisions.void_offer')
    const { state, returned } = trade
    await voidTrade(
      trx,
      trade,
      { fault, words },
      {
        by,
        action: 'trade.void',
        subject: `trade:${id}`,
        at: clock.now(),
        before: { state, returned },
        after: { state: 'void', returned: trade.stake, fault, words },
      },
    )
    return ok({ ...trade, state: 'void' as const, closePoints: null, returned: trade.stake, voidWords: words })
  })
}
