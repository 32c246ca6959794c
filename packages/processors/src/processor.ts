import type { ApiCall } from '@tradefront/contract/call'
import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import type { TextKey } from '@tradefront/texts/keys'

/** Dialogs a processor may ask for; their texts come from the fragments of the same name (spec: funding 7). */
export type ProcessorDialog = 'entro_start' | 'entro_pin'

/** Why a cascade stops without being the processor's decline. Each is also the key of its message. */
export type StopReason = 'limit' | 'day_limit' | 'bad_card'

/** ZOOM's session: which remote script to load and how the hidden form's fields are called. Never a card value. */
export type TokenSession = {
  readonly key: string
  readonly amount: number
  readonly scriptUrl: string
  readonly fields: { readonly number: string; readonly code: string; readonly expiry: string }
}

/**
 * What a processor's reply means, for the browser and for the server alike.
 *
 * `next`: it did not go through here, another way may be tried; `code` is what the trader is told when none is left. `poll`: undecided, keep listening. `redirect`: the trader
 * must visit `url`. `dialog`: the trader must answer one of our dialogs. `tokenise`: the browser must turn the card into a
 * token. `message`: ends with the processor's own words. `success`. `decline`: final no, `code` is a text key. `stop`: a
 * limit or a bad card, nothing was charged.
 */
export type ReplyOutcome =
  | { readonly kind: 'next'; readonly reason: string; readonly code?: TextKey }
  | { readonly kind: 'poll' }
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'dialog'; readonly dialog: ProcessorDialog }
  | { readonly kind: 'tokenise'; readonly session: TokenSession }
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'success' }
  | { readonly kind: 'decline'; readonly code: TextKey }
  | { readonly kind: 'stop'; readonly reason: StopReason }

/** An attempt as a processor file may see it when it words a reply: no card, no trader. */
export type AttemptView = {
  /** Ours, sent to the processor as its reference; `transaction_id` (PFS: `uid`) on the wire. */
  readonly ourRef: string
  /** The deposit's id; `id` on the wire. */
  readonly depositId: string
  readonly state: AttemptState
  /** Why it was declined: the processor's code or text, already shortened and harmless. */
  readonly errorClass: string | null
  /** Where the trader must go, or what the browser must do, while the state is `requires_action`. */
  readonly action: AttemptAction | null
  readonly amount: number
  readonly currency: string
}

/** What the trader or the browser has to do for an attempt in `requires_action`. Kept with the attempt, so a reload resumes it. */
export type AttemptAction =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'dialog'; readonly dialog: ProcessorDialog; readonly url?: string | undefined }
  | { readonly kind: 'tokenise'; readonly session: TokenSession }

/**
 * What a call of a processor does to the step:
 * `start` opens the attempt and asks the processor; `complete` sends what the processor waits for (a token, a code);
 * `listen` reads the attempt's state; `forward` sends the browser to the page that `start` got; `abandon` gives the step up.
 */
export type ProcessorOperation = 'start' | 'complete' | 'listen' | 'forward' | 'abandon'

/** One HTTP call of a processor and how to read its request. */
export type ProcessorCall = {
  readonly operation: ProcessorOperation
  readonly call: ApiCall
  /** For two processors behind one path (ORANGE): whether this request is for this one. */
  readonly isForRequest?: (body: unknown) => boolean
  /** `listen` and `forward`: the references the request carries, where it carries any. */
  readonly parseReferences?: (request: { body: unknown; params: unknown; query: unknown }) => CallReferences
  /** `start`: the payment request in its body; `fixed` and `bonus` are null where the spec's body lacks them: the open deposit's. */
  readonly parsePayment?: (body: unknown) => CallPayment | null
  /** `complete`: what is passed through to the processor, once and never kept. */
  readonly parseSecret?: (body: unknown) => CallSecret
  /** The body that the browser sends. Absent: for `start` the payment request, for `listen` transaction_id and id. */
  readonly buildBody?: (input: CallInput) => Record<string, unknown>
}

/** What the browser knows when it makes a call: the payment request, the step's references, and what the trader or a remote script gave. */
export type CallInput = {
  readonly payment: { readonly amount: number; readonly fixed: 0 | 1; readonly bonus: 0 | 1 }
  readonly transactionId: string
  readonly id: string
  readonly token?: string
  readonly cvv?: string
}

export type CallReferences = { readonly transactionId?: string | undefined; readonly id?: string | undefined }

export type CallPayment = { readonly amount: number; readonly fixed: 0 | 1 | null; readonly bonus: 0 | 1 | null }

/** A token or a code, held for one outgoing call. */
export type CallSecret = { readonly token?: string; readonly cvv?: string }

/** What the server knows when it asks a processor to charge. `card` is in clear for this one call only. */
export type ChargeInput = {
  readonly ref: string
  readonly amountMinor: number
  readonly currency: string
  readonly card: {
    readonly number: string
    readonly expMonth: number
    readonly expYear: number
    readonly firstName: string
    readonly lastName: string
    readonly brand: string
  }
  readonly country: string
  readonly userId: string
  readonly returnUrl: string
  readonly notifyUrl: string
}

/** An outgoing request, as data: the one gateway signs and sends it. `path` is below the processor's base URL. */
export type UpstreamRequest = { readonly path: string; readonly body: Record<string, unknown> }

/** What a processor says of a charge when asked by our reference, and in its webhooks. Amounts in minor units. */
export type ChargeStatus =
  | { readonly status: 'succeeded'; readonly pspRef: string; readonly amountMinor: number; readonly currency: string }
  | { readonly status: 'declined_soft' | 'declined_hard'; readonly pspRef: string | null; readonly reason: string }
  | { readonly status: 'pending'; readonly pspRef: string | null }
  /** `waiting` says what for, in the words of a start or complete reply: theirs may have been lost. Null: it does not say. */
  | { readonly status: 'requires_action'; readonly pspRef: string | null; readonly actionReply: ChargeReply | null }
  /** The processor has never heard of the reference. It may still arrive: only `cancelled` is the end. */
  | { readonly status: 'not_found' }
  /** It will never be charged, not even by a request still under way. */
  | { readonly status: 'cancelled' }

export type Decline = Extract<ChargeStatus, { status: 'declined_soft' | 'declined_hard' }>

/** The reply to a `start` or `complete` request: the processor's own words, and the facts around them. */
export type ChargeReply = {
  readonly pspRef: string | null
  /** What was really taken, where the reply says success; checked against the attempt. */
  readonly amountMinor: number | null
  readonly currency: string | null
  /** Where the trader must go, when the native reply carries only a reference. */
  readonly redirectUrl: string | null
  /** The native reply: what `readStart` reads and what the browser gets. */
  readonly reply: Record<string, unknown>
}

export type RefundStatus = { readonly status: 'refunded' | 'refused' | 'pending' }

/** A webhook, once its signature holds. */
export type WebhookEvent = { readonly eventId: string; readonly ref: string; readonly charge: ChargeStatus }

/**
 * The processor's side of the wire: how to ask it and how to read it. Every `read…` gives null for a reply it cannot
 * read, which the cascade takes as being in doubt, never as a decline.
 */
export type Upstream = {
  /** Folder of the processor below the gateway's base URL, and its name in `/hooks/{slug}` and `/return/{slug}`. */
  readonly slug: string
  readonly buildStartRequest: (input: ChargeInput) => UpstreamRequest
  readonly buildCompleteRequest: (ref: string, secret: CallSecret) => UpstreamRequest
  readonly parseChargeReply: (json: unknown) => ChargeReply | null
  readonly buildStatusRequest: (ref: string) => UpstreamRequest
  /** Forbids any charge not made yet and answers what stands; safe to repeat. */
  readonly buildCancelRequest: (ref: string) => UpstreamRequest
  readonly parseChargeStatus: (json: unknown) => ChargeStatus | null
  /** `refundRef` makes it safe to repeat. */
  readonly buildRefundRequest: (
    ref: string,
    refundRef: string,
    amountMinor: number,
    currency: string,
  ) => UpstreamRequest
  readonly parseRefundStatus: (json: unknown) => RefundStatus | null
  readonly parseWebhook: (json: unknown) => WebhookEvent | null
}

/**
 * Where the browser lands after the processor's page: the hash route `/listen/funding/{proc}/{id}/{uid}`, a query parameter of
 * `/{lang}/trading`, or the hash route `/show/funding/{add}`.
 */
export type ReturnTarget =
  | { readonly kind: 'route'; readonly proc: string }
  | { readonly kind: 'query'; readonly param: ReturnParameter }
  | { readonly kind: 'show'; readonly add: string }

/** A query parameter of `/{lang}/trading` that starts listening for a payment's result (spec: account 2). */
export type ReturnParameter = 'listen' | `listen-${string}`

/** A card processor, the rules of the folder that it is exported from. */
export type Processor = {
  readonly name: ProcessorName
  /** False for a check that never takes money: it may fail open and does not count towards the day limit. */
  readonly canCharge: boolean
  readonly calls: readonly ProcessorCall[]
  /** Waits this long before its start call goes out, ms (spec: ORANGE without 3-D Secure, 6000). */
  readonly startDelayMs?: number
  readonly returnTarget?: ReturnTarget
  /** The return parameter that stands for this processor; its route is named by `upstream.slug`. */
  readonly returnParameter?: ReturnParameter
  /** The one table of what the start or complete reply means; null when it cannot be read. */
  readonly interpretStartReply: (reply: unknown) => ReplyOutcome | null
  /** The one table of what the listen reply means; null when it cannot be read. Absent: there is nothing to listen to. */
  readonly interpretListenReply?: (reply: unknown) => ReplyOutcome | null
  /**
   * What a decline told by a webhook or an inquiry means: the same as the reply that would have said it, so that it does not
   * matter which of them comes first. Absent: `next` without a code, or a decline with the general words.
   */
  readonly interpretDecline?: (decline: Decline) => ReplyOutcome
  /** The start reply for an attempt that already exists, in its present state. */
  readonly buildStartReply: (attempt: AttemptView) => Record<string, unknown>
  /** The listen reply for an attempt in its present state. */
  readonly buildListenReply?: (attempt: AttemptView) => Record<string, unknown>
  /** How it words our own refusals (`cards.limit`, `cards.day_limit`) for a client that reads only its native fields. */
  readonly rejectionReplies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly upstream: Upstream
}
