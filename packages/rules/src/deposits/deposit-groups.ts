import type { DepositState } from './deposit-state-machine.ts'

/** States of money that did not arrive as expected. */
export const refundStates = ['offered', 'kept', 'under_way', 'refunded', 'held', 'reversed', 'taken_back'] as const
export type RefundState = (typeof refundStates)[number]

/**
 * Groups of deposits as a trader looks for them: they wait for something, are on the account, came to nothing, or left the account again.
 */
export const depositGroups = ['waiting', 'credited', 'failed', 'returned'] as const
export type DepositGroup = (typeof depositGroups)[number]

/** Groups of methods as a trader looks for them. `claim`: the trader reported the payment. */
export const depositMethods = ['card', 'coins', 'wallet', 'claim'] as const
export type DepositMethod = (typeof depositMethods)[number]

/** Returns the group. `modules/deposits/deposit-list-query.ts` has the same rule in SQL. */
export function findDepositGroup(deposit: {
  readonly state: DepositState
  readonly refund: RefundState | null
  readonly credited: object | null
}): DepositGroup {
  switch (deposit.refund) {
    case 'offered':
    case 'kept':
      return 'credited'
    case 'held':
      return 'waiting'
    case 'under_way':
    case 'refunded':
    case 'reversed':
    case 'taken_back':
      return 'returned'
    case null:
  }
  if (deposit.state === 'succeeded') return 'credited'
  if (deposit.state !== 'failed') return 'waiting'
  return deposit.credited === null ? 'failed' : 'credited'
}
