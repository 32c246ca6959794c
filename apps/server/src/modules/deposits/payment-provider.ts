import type { AttemptResult } from './attempt-result.ts'
import type { Attempt, NativeReply, PaymentMethod } from './deposit.ts'
import type { DueRefund } from './refunds/refund-store.ts'

/** A verified webhook. `result` is null if the event has no information about the outcome. */
export type WebhookEvent = {
  readonly method: PaymentMethod
  /** Name of the sender in the webhook's URL. */
  readonly processor: string
  readonly eventId: string
  readonly reference: string
  readonly body: NativeReply
  readonly result: AttemptResult | null
}

/** Implemented by each payment method. */
export type PaymentProvider = {
  /** Null: no readable reply. `not_found`: the processor does not know the attempt. */
  readonly inquire: (attempt: Attempt) => Promise<AttemptResult | 'not_found' | null>
  /** Null: no readable reply. */
  readonly cancel: (attempt: Attempt) => Promise<AttemptResult | null>
  /** Safe to repeat. Null: undecided, or no readable reply. */
  readonly refund: (refund: DueRefund) => Promise<'refunded' | 'refused' | null>
  /** The signature is already verified. Null: unreadable. */
  readonly parseWebhook: (processor: string, body: NativeReply) => WebhookEvent | null
}

export type PaymentProviders = Readonly<Record<PaymentMethod, PaymentProvider | null>>

/** @throws for a method that the server does not offer */
export function requireProvider(providers: PaymentProviders, method: PaymentMethod): PaymentProvider {
  const provider = providers[method]
  if (provider === null) throw new Error(`no provider for ${method}`)
  return provider
}
