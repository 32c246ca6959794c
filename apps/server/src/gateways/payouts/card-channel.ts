import type { ChargeNames } from '@tradefront/processors/processor'

import type { PayoutChannel, PayoutInstruction } from './payout-channel.ts'

export type RefundCharge = (
  refund: ChargeNames & {
    readonly processor: string
    readonly refundReference: string
    readonly amount: number
    readonly currency: string
  },
) => Promise<'refunded' | 'refused' | null>

/**
 * Pays a card by refunds of its charges. Processors carry out each reference of a refund once, and repeat their answer: asking is the
 * same request again.
 */
export function createCardChannel(refundCharge: RefundCharge): PayoutChannel {
  const requestRefund = async ({ reference, amount, currency, charge }: PayoutInstruction) => {
    if (charge === null) throw new Error('invariant: a payout to a card refunds a charge')
    const answer = await refundCharge({ ...charge, refundReference: reference, amount, currency })
    if (answer === 'refunded') return { status: 'paid', sentReference: null, sentAs: null } as const
    return answer === 'refused' ? ({ status: 'refused', reason: 'refund_refused' } as const) : null
  }
  return {
    // A trader never enters a card.
    isAccountValid: async () => false,
    sendPayout: requestRefund,
    fetchStatus: requestRefund,
    cancelPayout: async () => null,
  }
}
