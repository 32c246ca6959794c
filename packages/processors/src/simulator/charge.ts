/** Only the last four digits of the card. Amounts in minor units. */
export type Charge = {
  readonly slug: string
  readonly reference: string
  readonly processorReference: string
  readonly amount: number
  readonly currency: string
  readonly userId: string
  readonly last4: string
  /** The line on the card statement. Absent: the processor's usual one. */
  readonly descriptor?: string
  readonly flow: ChargeFlow
  readonly state: ChargeState
  readonly reason: DeclineReason | null
  readonly plannedDecline: DeclineReason | null
  readonly failureMode: FailureMode | null
  /** Each webhook is sent twice. */
  readonly hasDuplicateWebhooks: boolean
  /** `page_and_code`: the page is confirmed, the code is missing. */
  readonly isConfirmed: boolean
  readonly returnUrl: string
  readonly notifyUrl: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** For a pending charge or a wrongly reported decline. */
  readonly succeedsAtMs: number | null
  /** Absent: never. */
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

/** Body of `status` and of webhooks. */
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

/** All four currencies have two decimals. */
export function toMajorAmount({ amount }: Pick<Charge, 'amount'>): number {
  return amount / 100
}
