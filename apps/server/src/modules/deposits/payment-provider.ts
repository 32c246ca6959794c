import type { AttemptResult } from './attempt-result.ts'
import type { Attempt, NativeReply, PaymentMethod } from './deposit.ts'
import type { DueRefund } from './refunds/refund-store.ts'

/** A verified webhook. `reference` is the attempt's; `result` is null if the event says nothing about the outcome. */
export type WebhookEvent = {
  readonly method: PaymentMethod
  /** Name of the sender in the webhook's URL. */
  readonly processor: string
  readonly eventId: string
  readonly reference: string
  readonly body: NativeReply
  readonly result: AttemptResult | null
}

/** What a payment method implements so that deposits can resolve and refund its attempts. */
export type PaymentProvider = {
  /** Asks how the attempt ended. Null: no readable answer. `not_found`: the processor does not know the attempt. */
  readonly inquire: (attempt: Attempt) => Promise<AttemptResult | 'not_found' | null>
  /** Forbids the processor to charge the attempt from now on. Null: no readable answer. */
  readonly cancel: (attempt: Attempt) => Promise<AttemptResult | null>
  /** Requests a refund; safe to repeat. Null: not decided yet, or no readable answer. */
  readonly refund: (refund: DueRefund) => Promise<'refunded' | 'refused' | null>
  /** Reads a webhook whose signature was verified. Null: not readable. */
  readonly parseWebhook: (processor: string, body: NativeReply) => WebhookEvent | null
}

export type PaymentProviders = Readonly<Record<PaymentMethod, PaymentProvider | null>>

/** @throws for a method that the server does not offer */
export function requireProvider(providers: PaymentProviders, method: PaymentMethod): PaymentProvider {
  const provider = providers[method]
  if (provider === null) throw new Error(`no provider for ${method}`)
  return provider
}
