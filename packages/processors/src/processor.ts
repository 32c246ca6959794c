import type { ApiCall } from '@tradefront/contract/call'
import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import type { TextKey } from '@tradefront/texts/keys'

import type { Provider, ProviderRequest } from './protocol.ts'

/** Dialogs that a step of a processor can need. */
export type ProcessorDialog = 'entro_start' | 'entro_pin'

/** `forward` opens the processor's page. The button `rejectLabel` cancels the step. */
export type DialogDefinition = {
  /** Name of the fragment that the server renders (spec: funding 7). */
  readonly fragment: string
  /** Title while the fragment loads, and when it cannot be loaded. */
  readonly title: TextKey
  readonly submitLabel: TextKey
  readonly rejectLabel: TextKey
} & (
  | { readonly kind: 'forward' }
  | {
      readonly kind: 'code'
      readonly codeLabel: TextKey
      readonly codeError: TextKey
      readonly minCodeLength: number
      readonly maxCodeLength: number
    }
)

export type StopReason = 'limit' | 'day_limit' | 'bad_card'

/** ZOOM's script and the names of its form fields. It never has card data. */
export type TokenSession = {
  readonly key: string
  readonly amount: number
  readonly scriptUrl: string
  readonly fields: { readonly number: string; readonly code: string; readonly expiry: string }
}

/**
 * - `next`: nothing was charged, try the next processor. `code` is the text if none is left.
 * - `poll`: the payment is not decided yet.
 * - `redirect`, `dialog`, `tokenize`: the trader or the browser must do something.
 * - `message`, `decline`: the cascade ends.
 * - `stop`: nothing was charged, and the trader has reached a limit or needs another card.
 */
export type ReplyOutcome =
  | { readonly kind: 'next'; readonly reason: string; readonly code?: TextKey }
  | { readonly kind: 'poll' }
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'dialog'; readonly dialog: ProcessorDialog }
  | { readonly kind: 'tokenize'; readonly session: TokenSession }
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'success' }
  | { readonly kind: 'decline'; readonly code: TextKey }
  | { readonly kind: 'stop'; readonly reason: StopReason }

/** Facts of an attempt, without card and trader. */
export type AttemptView = {
  /** Our reference, which is `transaction_id` on the wire (PFS: `uid`). */
  readonly reference: string
  /** Id of the deposit, which is `id` on the wire. */
  readonly depositId: string
  readonly state: AttemptState
  /** Why the attempt failed, shortened and sanitized. */
  readonly errorClass: string | null
  /** Set while the state is `requires_action`. */
  readonly action: ProcessorAction | null
  readonly amount: number
  readonly currency: string
}

/** Step that the attempt waits for. It is stored with the attempt, so that a reload resumes it. */
export type ProcessorAction =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'dialog'; readonly dialog: ProcessorDialog; readonly url?: string | undefined }
  | { readonly kind: 'tokenize'; readonly session: TokenSession }

/** `complete` sends a token or code. `listen` reads the state. `forward` redirects to the processor's page. `cancel` cancels the step. */
export type ProcessorOperation = 'start' | 'complete' | 'listen' | 'forward' | 'cancel'

export type ProcessorCall = {
  readonly operation: ProcessorOperation
  readonly call: ApiCall
  /** Schemas of the parameters of its path. */
  readonly params?: Readonly<Record<string, string>>
  /** Says which of two calls with the same path a request means (ORANGE). */
  readonly isForRequest?: (body: unknown) => boolean
  readonly parseReferences?: (request: { body: unknown; params: unknown; query: unknown }) => CallReferences
  /** Reads the payment of a request. Null `fixed` and `bonus` mean those of the open deposit. */
  readonly parsePayment?: (body: unknown) => CallPayment | null
  /** Reads the secret of a request. It is never stored. */
  readonly parseSecret?: (body: unknown) => CallSecret
  /** Builds the body. The default is the payment request, or `transaction_id` and `id` for `listen`. */
  readonly buildBody?: (input: CallInput) => Record<string, unknown>
}

export type CallInput = {
  readonly payment: { readonly amount: number; readonly fixed: 0 | 1; readonly bonus: 0 | 1 }
  readonly transactionId: string
  readonly id: string
  readonly token?: string
  readonly cvv?: string
  /** Fields of a wallet's start call. */
  readonly wallet?: WalletFields
}

/** Fields that start calls of wallets send besides the payment. */
export type WalletFields = {
  readonly email?: string
  readonly currency?: string
  /** Nonce of the payment. A request with the same nonce makes no second payment. */
  readonly random?: string
  /** The trader's account at the wallet. */
  readonly account?: string
  /** Secure id of the trader. It is never stored. */
  readonly secureId?: string
}

export type CallReferences = { readonly transactionId?: string | undefined; readonly id?: string | undefined }

export type CallPayment = { readonly amount: number; readonly fixed: 0 | 1 | null; readonly bonus: 0 | 1 | null }

/** Secret values of one call. They are never stored. */
export type CallSecret = { readonly token?: string; readonly cvv?: string }

/** Input of the start request: `card`, decrypted for this call only, or the `account` at a wallet. */
export type ChargeInput = {
  readonly reference: string
  readonly amountMinor: number
  readonly currency: string
  readonly card?: {
    readonly number: string
    readonly expMonth: number
    readonly expYear: number
    readonly firstName: string
    readonly lastName: string
    readonly brand: string
  }
  readonly account?: Pick<WalletFields, 'account' | 'secureId'> & { readonly email: string }
  readonly country: string
  /** Line for the card statement, if it must not be the processor's usual one. */
  readonly descriptor?: string
  readonly userId: string
  readonly returnUrl: string
  readonly notifyUrl: string
}

/** Names of a charge. */
export type ChargeNames = {
  /** Our reference, which the start request has sent. */
  readonly reference: string
  /** The processor's own. Null: no reply or webhook has named it, e.g. because the start reply was lost. */
  readonly processorReference: string | null
}

export type RefundInput = ChargeNames & {
  readonly refundReference: string
  readonly amountMinor: number
  readonly currency: string
}

/** Reports that captured money left again without a request: it was returned, undone, or demanded back by the card holder's bank. */
export const takenBackReports = ['refunded', 'reversed', 'chargeback'] as const
export type TakenBackReport = (typeof takenBackReports)[number]

/** State of a charge as the processor reports it. Amounts are in minor units. */
export type ChargeStatus =
  | {
      readonly status: 'succeeded' | TakenBackReport
      readonly processorReference: string
      readonly amountMinor: number
      readonly currency: string
    }
  | {
      readonly status: 'declined_soft' | 'declined_hard'
      readonly processorReference: string | null
      readonly reason: string
    }
  | { readonly status: 'pending'; readonly processorReference: string | null }
  /** `actionReply` is the start reply again, in case that was lost. */
  | {
      readonly status: 'requires_action'
      readonly processorReference: string | null
      readonly actionReply: ChargeReply | null
    }
  /** `not_found` is not final: the start request can still arrive. */
  | { readonly status: 'not_found' }
  /** `cancelled` is final: a start request that arrives later does not charge either. */
  | { readonly status: 'cancelled' }

export type Decline = Extract<ChargeStatus, { status: 'declined_soft' | 'declined_hard' }>

export type ChargeReply = {
  readonly processorReference: string | null
  /** Amount of the charge, which we compare with the attempt's. */
  readonly amountMinor: number | null
  readonly currency: string | null
  /** Set if the native reply has only a reference to the page. */
  readonly redirectUrl: string | null
  readonly reply: Record<string, unknown>
}

export type RefundStatus = { readonly status: 'refunded' | 'refused' | 'pending' }

/** A webhook whose signature was verified. */
export type ProcessorWebhook = {
  readonly eventId: string
  readonly reference: string
  readonly charge: ChargeStatus
  /** Only the known fields of the body, to be stored and parsed again. */
  readonly body: Readonly<Record<string, unknown>>
}

/** A page of a statement. Amounts are in minor units, times in ISO 8601. Only `succeeded` and `refunded` have moved money. */
export type StatementPage = {
  readonly rows: readonly {
    readonly kind: 'charge' | 'refund'
    readonly reference: string
    readonly refundReference: string
    readonly amountMinor: number
    readonly currency: string
    readonly status: string
    readonly createdAt: string
  }[]
  /** Null after the last page. */
  readonly nextOffset: number | null
}

/** Reads the parsed body of a reply, which can have any of the `readableStatuses` of the protocol. Null: it says nothing that we understand. */
export type ParseReply<T> = (json: unknown, httpStatus: number) => T | null

/** Source of charges and refunds that changed in a period, in pages. A parser returns null for an unreadable page. */
export type StatementSource = {
  readonly buildRequest: (from: Date, to: Date, offset: number) => ProviderRequest
  readonly parsePage: ParseReply<StatementPage>
}

/**
 * What a processor is asked, by its protocol. Each request can be repeated: it does what it asks once for a reference. A parser returns null
 * for an unreadable reply: the attempt is in doubt, not declined.
 */
export type Upstream = Provider & {
  /** Builds the request that charges the deposit's amount, unchanged. */
  readonly buildStartRequest: (input: ChargeInput) => ProviderRequest
  readonly buildCompleteRequest: (charge: ChargeNames, secret: CallSecret) => ProviderRequest
  /** Reads the state of a charge, with the amount that was charged. */
  readonly parseChargeReply: ParseReply<ChargeReply>
  /** Builds a request that moves no money. For a reference that the processor does not know, its reply must read as `not_found`. */
  readonly buildStatusRequest: (charge: ChargeNames) => ProviderRequest
  /** Builds a request that cancels the charge; its reply is the state after that. */
  readonly buildCancelRequest: (charge: ChargeNames) => ProviderRequest
  readonly parseChargeStatus: ParseReply<ChargeStatus>
  /** Builds a refund. It is made once for each `refundReference`. */
  readonly buildRefundRequest: (refund: RefundInput) => ProviderRequest
  readonly parseRefundStatus: ParseReply<RefundStatus>
  /** Reads a webhook that the protocol has accepted. Returns `irrelevant` if it is about another charge than ours, which is then only acknowledged. */
  readonly parseWebhook: (json: unknown) => ProcessorWebhook | 'irrelevant' | null
  /** Set if the processor offers statements. They are compared with the ledger every night. */
  readonly statement?: StatementSource
}

/** Page to which the server redirects the browser after the processor's page. */
export type ReturnTarget =
  | { readonly kind: 'route'; readonly proc: string }
  | { readonly kind: 'query'; readonly param: ReturnParameter }
  | { readonly kind: 'show'; readonly add: string }

/** spec: account 2 */
export type ReturnParameter = 'listen' | `listen-${string}`

export type Processor = {
  readonly name: ProcessorName
  /** A wallet takes no cards, is in no cascade, and does not count for the card day limit. */
  readonly kind: 'card' | 'wallet'
  /** False for a pre-check. Its attempts neither end the cascade nor count for the day limit. */
  readonly canCharge: boolean
  readonly calls: readonly ProcessorCall[]
  /** Times after a decline at which the server asks again, in ascending order: some attempts are charged later. */
  readonly lateInquiryDelaysMs: readonly number[]
  /** spec: ORANGE without 3-D Secure waits 6000 ms. */
  readonly startDelayMs?: number
  readonly returnTarget?: ReturnTarget
  /** Dialogs of its steps. */
  readonly dialogs?: Readonly<Partial<Record<ProcessorDialog, DialogDefinition>>>
  /** Dialog to open after a return to a `show` target. */
  readonly dialogAfterReturn?: ProcessorDialog
  readonly returnParameter?: ReturnParameter
  /** Reads a start reply. Returns null if it is unreadable. */
  readonly interpretStartReply: (reply: unknown) => ReplyOutcome | null
  /** Reads a listen reply. Returns null if it is unreadable. */
  readonly interpretListenReply?: (reply: unknown) => ReplyOutcome | null
  /**
   * Reads a decline. The result must agree with that of the reply: either can come first. By default a soft decline is `next`, a hard one
   * `decline`.
   */
  readonly interpretDecline?: (decline: Decline) => ReplyOutcome
  readonly buildStartReply: (attempt: AttemptView) => Record<string, unknown>
  readonly buildListenReply?: (attempt: AttemptView) => Record<string, unknown>
  /** Native fields of our own refusals, by their code. */
  readonly rejectionReplies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly upstream: Upstream
}
