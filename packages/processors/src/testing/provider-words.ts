import type { AttemptView, Processor } from '../processor.ts'
import type { EncodedRequest, MessageHeaders, ProtocolTools } from '../protocol.ts'

/** Page on which a payer confirms. This file imports types only, because folders of providers import it, and test data imports them. */
export const pageUrl = 'https://pay.example/3ds/1'

/** What the provider says about a charge. Values of any type, because some tests break them. */
export type SaidCharge = {
  readonly reference: string
  readonly status: string
  readonly processorReference?: unknown
  readonly amountMinor?: unknown
  readonly currency?: unknown
  readonly reason?: unknown
}

/** The parsed body of a reply, and its HTTP status. */
export type SaidReply = { readonly json: unknown; readonly httpStatus: number }

/** Says things as the provider would, so that the conformance suite can have them read by its `Upstream`. */
export type ProviderWords = {
  /** Answers the request for the status. `status` is one of `ChargeStatus`. */
  readonly sayStatus: (charge: SaidCharge) => SaidReply
  /**
   * Answers the start request for a charge that waits for the trader, as does `sayWaitingStatus` to the request for the status.
   * @param extra fields that the provider adds, beside all of its own
   */
  readonly sayWaitingStart: (processor: Processor, attempt: AttemptView, extra?: Record<string, unknown>) => SaidReply
  readonly sayWaitingStatus: (processor: Processor, attempt: AttemptView) => SaidReply
  readonly sayRefund: (refund: {
    readonly reference: string
    readonly refundReference: string
    readonly status: 'refunded' | 'refused' | 'pending'
  }) => SaidReply
  /** Says an amount of minor units as a start request does, e.g. as a whole number or with decimals. */
  readonly sayAmount: (amountMinor: number) => string
  readonly sayWebhook: (eventId: string, charge: SaidCharge) => unknown
  /** Builds the headers of a webhook. */
  readonly signWebhook: (webhook: EncodedRequest, tools: ProtocolTools) => MessageHeaders
}
