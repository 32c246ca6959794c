/** A charge. It has only the last four digits of the card. Amounts are in minor units. */
export type Charge = {
  readonly slug: string
  readonly reference: string
  readonly processorReference: string
  readonly amount: number
  readonly currency: string
  readonly userId: string
  readonly last4: string
  /** Line on the card statement. Absent: the processor's usual one. */
  readonly descriptor?: string
  readonly flow: ChargeFlow
  readonly state: ChargeState
  readonly reason: DeclineReason | null
  readonly plannedDecline: DeclineReason | null
  readonly failureMode: FailureMode | null
  /** True if each webhook is sent twice. */
  readonly hasDuplicateWebhooks: boolean
  /** True once the trader has confirmed the page. With `page_and_code`, the code can still be missing. */
  readonly isConfirmed: boolean
  readonly returnUrl: string
  readonly notifyUrl: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** When a pending charge, or one that was wrongly reported as declined, succeeds. */
  readonly succeedsAtMs: number | null
  /** When it is charged back. Absent: never. */
  readonly chargedBackAtMs?: number | null
}

export type ChargeState =
  | 'requires_action'
  | 'pending'
  | 'succeeded'
  | 'declined_soft'
  | 'declined_hard'
  | 'cancelled'
  | 'chargeback'

export type ChargeFlow = 'charge' | 'page' | 'page_and_code' | 'code' | 'token'

export type DeclineReason =
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'bad_code'
  | 'processing_error'
  | 'bad_card'
  | 'incorrect_pin'
  | 'no_such_card'
  | 'card_disabled'
  | 'blacklisted'
  | 'secure_required'
  | 'secure_refused'

export type FailureMode =
  | 'lost'
  | 'timeout'
  | 'error'
  | 'error_after'
  | 'early_webhook'
  | 'three_webhooks'
  | 'pending'
  | 'late'
  | 'chargeback'

/** Builds the body of `status` and of webhooks. */
export function toChargeStatus(
  charge: Charge,
  toNativeReason: (reason: DeclineReason) => string,
): Record<string, unknown> {
  switch (charge.state) {
    case 'succeeded':
    case 'chargeback':
      return {
        status: charge.state,
        psp_ref: charge.processorReference,
        amount: charge.amount,
        currency: charge.currency,
      }
    case 'declined_soft':
    case 'declined_hard':
      return {
        status: charge.state,
        psp_ref: charge.processorReference,
        reason: toNativeReason(charge.reason ?? 'declined'),
      }
    case 'pending':
    case 'requires_action':
      return { status: charge.state, psp_ref: charge.processorReference }
    case 'cancelled':
      return { status: 'cancelled' }
  }
}

/** Converts minor units. All four currencies have two decimals. */
export function toMajorAmount({ amount }: Pick<Charge, 'amount'>): number {
  return amount / 100
}
