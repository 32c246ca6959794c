/** One charge at one processor, as its own books show it. No card: the last four digits alone. Times in ms UTC, minor units. */
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
  /** What the bank will say when it is asked; null: yes. */
  readonly plannedDecline: DeclineReason | null
  readonly failureMode: FailureMode | null
  /** Each webhook is sent twice. */
  readonly hasDuplicateWebhooks: boolean
  /** ENTROPAY: its page was visited and confirmed. */
  readonly isConfirmed: boolean
  readonly returnUrl: string
  readonly notifyUrl: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** When money moves by itself: a pending charge, or a decline that was none. */
  readonly succeedsAtMs: number | null
}

export type ChargeState = 'requires_action' | 'pending' | 'succeeded' | 'declined_soft' | 'declined_hard' | 'cancelled'

/** How the money is asked for: at once, after a page, after a dialog and a code, after a token. */
export type ChargeFlow = 'charge' | 'page' | 'start_dialog' | 'pin' | 'session'

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

/** What goes wrong around a charge. `slow…` is not among them: it only waits. */
export type FailureMode =
  | 'lost'
  | 'timeout'
  | 'error'
  | 'error_after'
  | 'early_webhook'
  | 'three_webhooks'
  | 'pending'
  | 'late'

/** How a charge stands, in the protocol's words. */
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

/** The amount in major units; the four currencies have two decimals. */
export function toMajorAmount({ amount }: Pick<Charge, 'amount'>): number {
  return amount / 100
}
