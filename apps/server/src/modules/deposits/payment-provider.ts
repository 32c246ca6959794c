import type { AttemptResult } from './attempt-result.ts'
import type { Attempt, NativeReply, PaymentMethod } from './deposit.ts'
import type { DueRefund } from './refunds/refund-store.ts'

/** Verified. `result` is null without information about the outcome. */
export type DepositWebhook = {
  readonly method: PaymentMethod
  /** As in the webhook's URL, e.g. `orange-not3d`. */
  readonly processorSlug: string
  readonly eventId: string
  readonly reference: string
  readonly body: NativeReply
  readonly result: AttemptResult | null
}

/** Implemented by each payment method. */
export type PaymentProvider = {
  /** Null: no readable reply. `not_found`: unknown to the processor. */
  readonly fetchStatus: (attempt: Attempt) => Promise<AttemptResult | 'not_found' | null>
  /** Null: no readable reply. */
  readonly cancelCharge: (attempt: Attempt) => Promise<AttemptResult | null>
  /** Safe to repeat. Null: undecided or unreadable. */
  readonly refundCharge: (refund: DueRefund) => Promise<'refunded' | 'refused' | null>
  /** Already verified. Null: unreadable. */
  readonly parseWebhook: (processorSlug: string, body: NativeReply) => DepositWebhook | null
}

export type PaymentProviders = Readonly<Record<PaymentMethod, PaymentProvider | null>>

/** @throws for a method that is not offered */
export function requireProvider(providers: PaymentProviders, method: PaymentMethod): PaymentProvider {
  const provider = providers[method]
  if (provider === null) throw new Error(`no provider for ${method}`)
  return provider
}
