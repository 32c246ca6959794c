import { queryOptions } from '@tanstack/react-query'
import { cardsCalls } from '@tradefront/contract/cards'
import { depositsCalls } from '@tradefront/contract/deposits'
import { type Deposit, type Overview, toDeposit, toOverview } from '@tradefront/contract/domain/deposits'

import { callKey } from '../../platform/api/call-query.ts'
import { startWithPageReply } from '../../platform/api/page-replies.ts'
import { request } from '../../platform/api/request.ts'
import { throwCardCallError } from './card-call-error.ts'

/** `error` is a text key. */
export type OpenDepositReply = {
  readonly deposit: Deposit | null
  readonly error: string | null
  readonly message: string | null
}

export const overviewKey = callKey(cardsCalls.getCurrentDeposit)

export const overviewQuery = queryOptions({
  queryKey: overviewKey,
  queryFn: async ({ signal }) => toOverview(await request(cardsCalls.getCurrentDeposit, { signal })),
  ...startWithPageReply(cardsCalls.getCurrentDeposit, {}, toOverview),
})

export async function loadOverview(): Promise<Overview> {
  return toOverview(await request(cardsCalls.getCurrentDeposit, { timeoutMs: 10_000 }))
}

/** Cancels the current step: `processor` continues with the next processor, `card` closes the deposit. */
export async function cancelStep(id: string, after: 'processor' | 'card'): Promise<Deposit | null> {
  const { deposit } = await request(depositsCalls.cancelStep, { body: { id, after } }).catch(throwCardCallError)
  return deposit === null ? null : toDeposit(deposit)
}
