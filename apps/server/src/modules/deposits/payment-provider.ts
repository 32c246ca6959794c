import type { ProcessorName } from '@tradefront/contract/processor-names'

import type { AttemptResult } from './attempt-result.ts'
import type { Attempt, NativeReply, PaymentMethod } from './deposit.ts'
import type { DueRefund } from './refunds/refund-store.ts'
import type { StatementRow } from './statements/reconcile-statement.ts'

/** A verified webhook. `result` is null without information about the outcome. */
export type DepositWebhook = {
  readonly method: PaymentMethod
  /** Name in the webhook's URL, e.g. `orange-not3d`. */
  readonly processorSlug: string
  readonly eventId: string
  readonly reference: string
  readonly body: NativeReply
  readonly result: AttemptResult | null
}

/** Reads a page of what changed in a period. Null: there is no readable reply. */
export type ProcessorStatement = {
  readonly processor: ProcessorName
  /** False: nothing can be asked, because the processor has no address or keys. */
  readonly isConnected: () => Promise<boolean>
  readonly fetchPage: (
    from: Date,
    to: Date,
    offset: number,
  ) => Promise<{ readonly rows: readonly StatementRow[]; readonly nextOffset: number | null } | null>
}

/** A request for a refund. A processor carries out each `refundReference` once. Amounts are in minor units. */
export type RefundRequest = Pick<
  DueRefund,
  'reference' | 'processorReference' | 'refundReference' | 'amount' | 'currency'
> & {
  readonly processor: string
}

/** Implemented by each payment method, e.g. for cards by `cards/processor-provider.ts`. `create-context.ts` lists them. */
export type PaymentProvider = {
  /** Returns null without a readable reply. `not_found`: the processor does not know the attempt. */
  readonly fetchStatus: (attempt: Attempt) => Promise<AttemptResult | 'not_found' | null>
  /** Returns null without a readable reply. */
  readonly cancelCharge: (attempt: Attempt) => Promise<AttemptResult | null>
  /** Asks for a refund. Safe to repeat. Returns null if it is undecided or the reply is unreadable. */
  readonly refundCharge: (refund: RefundRequest) => Promise<'refunded' | 'refused' | null>
  /** Processors that offer statements. */
  readonly statements: readonly ProcessorStatement[]
  /** Reads a verified webhook. Returns `irrelevant` if it is about another payment than ours, and null if it cannot be read. */
  readonly parseWebhook: (processorSlug: string, body: NativeReply) => DepositWebhook | 'irrelevant' | null
}

export type PaymentProviders = Readonly<Record<PaymentMethod, PaymentProvider>>
