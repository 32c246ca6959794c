/** One charge at one processor as the sandbox keeps it. No card number, only the last four digits. Amounts in minor units. */
export type Charge = {
  readonly slug: string
  readonly ref: string
  readonly pspRef: string
  readonly amount: number
  readonly currency: string
  readonly userId: string
  readonly last4: string
  readonly flow: ChargeFlow
  readonly state: ChargeState
  readonly reason: DeclineReason | null
  /** How the bank will decline, or null if it will approve. */
  readonly plannedDecline: DeclineReason | null
  readonly failureMode: FailureMode | null
  /** Each webhook is sent twice. */
  readonly hasDuplicateWebhooks: boolean
  /** `page_and_code`: the trader has confirmed the page, the code is still missing. */
  readonly isConfirmed: boolean
  readonly returnUrl: string
  readonly notifyUrl: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** When a pending charge, or a wrongly reported decline, becomes a success. */
  readonly succeedsAtMs: number | null
}

export type ChargeState = 'requires_action' | 'pending' | 'succeeded' | 'declined_soft' | 'declined_hard' | 'cancelled'

/** How a processor gets the money: at once, after its page, after its page and a code, after a code, after a token. */
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

/** What goes wrong around a charge. A slow reply is not a failure: it only waits. */
export type FailureMode =
  | 'lost'
  | 'timeout'
  | 'error'
  | 'error_after'
  | 'early_webhook'
  | 'three_webhooks'
  | 'pending'
  | 'late'

/** The charge as a reply of `status` and as part of a webhook. */
export function toChargeStatus(
  charge: Charge,
  toNativeReason: (reason: DeclineReason) => string,
): Record<string, unknown> {
  switch (charge.state) {
    case 'succeeded':
      return { status: 'succeeded', psp_ref: charge.pspRef, amount: charge.amount, currency: charge.currency }
    case 'declined_soft':
    case 'declined_hard':
      return { status: charge.state, psp_ref: charge.pspRef, reason: toNativeReason(charge.reason ?? 'declined') }
    case 'pending':
    case 'requires_action':
      return { status: charge.state, psp_ref: charge.pspRef }
    case 'cancelled':
      return { status: 'cancelled' }
  }
}

/** The amount in major units; all four currencies have two decimals. */
export function toMajorAmount({ amount }: Pick<Charge, 'amount'>): number {
  return amount / 100
}
