import type { Withdrawal } from '@tradefront/contract/domain/withdrawal'

import type { Format } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'

/** States of confirmed withdrawals, which are listed. */
export type ListedState = Exclude<Withdrawal['state'], 'unconfirmed' | 'given_up' | 'expired'>

export function toListedState(state: Withdrawal['state']): ListedState | null {
  return state === 'unconfirmed' || state === 'given_up' || state === 'expired' ? null : state
}

/** Says in one sentence what a withdrawal waits for or how it ended. It is empty for a request that was not confirmed. */
export function describeProgress(withdrawal: Withdrawal, format: Format, t: Translate): string {
  const state = toListedState(withdrawal.state)
  if (state === null) return ''
  const { reason } = withdrawal
  if ((state === 'rejected' || state === 'returned' || state === 'paid_part') && reason !== null)
    return t(`withdrawal.next_${state}_why`, { reason })
  if (state === 'paying' && withdrawal.payouts.some((payout) => payout.state === 'in_doubt'))
    return t('withdrawal.next_in_doubt')
  const { returned, currency } = withdrawal
  return t(`withdrawal.next_${state}`, { returned: format.money(returned, currency) })
}
