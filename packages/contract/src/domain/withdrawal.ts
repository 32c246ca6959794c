import type { WithdrawalView } from '../withdrawal.ts'

/** Amounts in major units. */
export type Withdrawal = Pick<
  WithdrawalView,
  'id' | 'number' | 'method' | 'currency' | 'amount' | 'fee' | 'state' | 'reason' | 'returned'
> & {
  readonly caseName: WithdrawalView['case']
  /** When the trader confirmed it. */
  readonly requestedAtMs: number
  readonly endedAtMs: number | null
  readonly canCancel: boolean
  readonly payouts: readonly Payout[]
}

export type Payout = Omit<WithdrawalView['payouts'][number], 'sent_as'> & {
  /** Amount that arrives, if it is in another currency. */
  readonly sentAs: string | null
}

export function toWithdrawal(view: WithdrawalView): Withdrawal {
  const { id, number, method, currency, amount, fee, state, reason, returned } = view
  return {
    id,
    number,
    method,
    currency,
    amount,
    fee,
    state,
    reason,
    returned,
    caseName: view.case,
    requestedAtMs: view.confirmed_at ?? view.created_at,
    endedAtMs: view.ended_at,
    canCancel: view.can_cancel,
    payouts: view.payouts.map(({ sent_as: sentAs, ...payout }) => ({ ...payout, sentAs })),
  }
}
