import type { ApiCall } from '@tradefront/contract/call'
import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import type { TextKey } from '@tradefront/texts/keys'

/** Dialogs that a processor's step can need. */
export type ProcessorDialog = 'entro_start' | 'entro_pin'

/** How a dialog looks. `forward` leads to the processor's page, `code` asks for a code. `rejectLabel` cancels the step. */
export type DialogDefinition = {
  /** The server's fragment with the dialog's title and text (spec: funding 7). */
  readonly fragment: string
  readonly submitLabel: TextKey
  readonly rejectLabel: TextKey
} & (
  | { readonly kind: 'forward' }
  | {
      readonly kind: 'code'
      readonly codeLabel: TextKey
      /** Shown for a code that is too short. */
      readonly codeError: TextKey
      readonly minCodeLength: number
      readonly maxCodeLength: number
    }
)

/** Why a cascade stops before anything is charged. */
export type StopReason = 'limit' | 'day_limit' | 'bad_card'

/** ZOOM's session: its remote script and the names of the hidden form's fields. Never contains card data. */
export type TokenSession = {
  readonly key: string
  readonly amount: number
  readonly scriptUrl: string
  readonly fields: { readonly number: string; readonly code: string; readonly expiry: string }
}

/**
 * The meaning of a processor's reply, for browser and server.
 *
 * - `next`: not charged, try the next processor; `code` is the trader's message if none is left
 * - `poll`: undecided, keep listening
 * - `redirect`: the trader must visit `url`
 * - `dialog`: the trader must answer one of our dialogs
 * - `tokenise`: the browser must turn the card into a token
 * - `message`: the cascade ends with the processor's own message
 * - `decline`: the cascade ends; `code` is a text key
 * - `stop`: a limit or a bad card, nothing was charged
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

/** An attempt as processors see it when they build a reply: no card, no trader. */
export type AttemptView = {
  /** Our reference; `transaction_id` (PFS: `uid`) on the wire. */
  readonly ourRef: string
  /** `id` on the wire. */
  readonly depositId: string
  readonly state: AttemptState
  /** Why it was declined: the processor's code or text, shortened and sanitized. */
  readonly errorClass: string | null
  /** Set while the state is `requires_action`. */
  readonly action: AttemptAction | null
  readonly amount: number
  readonly currency: string
}

/** What the trader or the browser must do next. Stored with the attempt, so that a reload resumes it. */
export type AttemptAction =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'dialog'; readonly dialog: ProcessorDialog; readonly url?: string | undefined }
  | { readonly kind: 'tokenise'; readonly session: TokenSession }

/**
 * What a call does: `start` opens the attempt and calls the processor; `complete` sends the token or code that the processor
 * waits for; `listen` returns the attempt's state; `forward` redirects to the processor's page; `abandon` cancels the attempt.
 */
export type ProcessorOperation = 'start' | 'complete' | 'listen' | 'forward' | 'abandon'

/** One HTTP call of a processor and how to read its request. */
export type ProcessorCall = {
  readonly operation: ProcessorOperation
  readonly call: ApiCall
  /** Whether a request is for this processor, if two share a path (ORANGE). */
  readonly isForRequest?: (body: unknown) => boolean
  /** `listen` and `forward`: the references in the request. */
  readonly parseReferences?: (request: { body: unknown; params: unknown; query: unknown }) => CallReferences
  /** `start`: the payment request in the body. Null `fixed` and `bonus` mean those of the open deposit. */
  readonly parsePayment?: (body: unknown) => CallPayment | null
  /** `complete`: the secret, passed to the processor and never stored. */
  readonly parseSecret?: (body: unknown) => CallSecret
  /** The body that the browser sends. Default: the payment request for `start`, transaction_id and id for `listen`. */
  readonly buildBody?: (input: CallInput) => Record<string, unknown>
}

/** What the browser knows when it makes a call. `token` comes from a remote script, `cvv` from the trader. */
export type CallInput = {
  readonly payment: { readonly amount: number; readonly fixed: 0 | 1; readonly bonus: 0 | 1 }
  readonly transactionId: string
  readonly id: string
  readonly token?: string
  readonly cvv?: string
}

export type CallReferences = { readonly transactionId?: string | undefined; readonly id?: string | undefined }

export type CallPayment = { readonly amount: number; readonly fixed: 0 | 1 | null; readonly bonus: 0 | 1 | null }

/** A token or a code, kept for one outgoing call only. */
export type CallSecret = { readonly token?: string; readonly cvv?: string }

/** Input of a start request. `card` is decrypted for this call only. */
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

/** An outgoing request as data; the gateway signs and sends it. `path` is below the gateway's base URL. */
export type UpstreamRequest = { readonly path: string; readonly body: Record<string, unknown> }

/** State of a charge in an inquiry or a webhook. Amounts in minor units. */
export type ChargeStatus =
  | { readonly status: 'succeeded'; readonly pspRef: string; readonly amountMinor: number; readonly currency: string }
  | { readonly status: 'declined_soft' | 'declined_hard'; readonly pspRef: string | null; readonly reason: string }
  | { readonly status: 'pending'; readonly pspRef: string | null }
  /** `actionReply` repeats the start or complete reply, which may have been lost; null if missing. */
  | { readonly status: 'requires_action'; readonly pspRef: string | null; readonly actionReply: ChargeReply | null }
  /** The reference is unknown. The request can still arrive: only `cancelled` is final. */
  | { readonly status: 'not_found' }
  /** It will never be charged, not even by a request already on its way. */
  | { readonly status: 'cancelled' }

export type Decline = Extract<ChargeStatus, { status: 'declined_soft' | 'declined_hard' }>

/** The reply to a `start` or `complete` request. */
export type ChargeReply = {
  readonly pspRef: string | null
  /** The charged amount if the reply is a success; it is compared with the attempt. */
  readonly amountMinor: number | null
  readonly currency: string | null
  /** The page to visit, if the native reply contains only a reference to it. */
  readonly redirectUrl: string | null
  /** The native reply, which `interpretStartReply` reads and the browser gets. */
  readonly reply: Record<string, unknown>
}

export type RefundStatus = { readonly status: 'refunded' | 'refused' | 'pending' }

/** A webhook with a verified signature. */
export type WebhookEvent = { readonly eventId: string; readonly ref: string; readonly charge: ChargeStatus }

/**
 * Requests to the processor and parsers of its replies. A parser returns null for an unreadable reply, which puts the attempt in
 * doubt and is never treated as a decline.
 */
export type Upstream = {
  /** Folder of the processor below the gateway's base URL, and its name in `/hooks/{slug}` and `/return/{slug}`. */
  readonly slug: string
  readonly buildStartRequest: (input: ChargeInput) => UpstreamRequest
  readonly buildCompleteRequest: (ref: string, secret: CallSecret) => UpstreamRequest
  readonly parseChargeReply: (json: unknown) => ChargeReply | null
  readonly buildStatusRequest: (ref: string) => UpstreamRequest
  /** Forbids a charge that has not been made yet and returns the current state; safe to repeat. */
  readonly buildCancelRequest: (ref: string) => UpstreamRequest
  readonly parseChargeStatus: (json: unknown) => ChargeStatus | null
  /** Safe to repeat with the same `refundRef`. */
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
  /** False for a pre-check: if it fails the cascade goes on, and it does not count towards the day limit. */
  readonly canCharge: boolean
  readonly calls: readonly ProcessorCall[]
  /** Delay before the start call, ms (spec: ORANGE without 3-D Secure, 6000). */
  readonly startDelayMs?: number
  readonly returnTarget?: ReturnTarget
  /** The dialogs of its steps. */
  readonly dialogs?: Readonly<Partial<Record<ProcessorDialog, DialogDefinition>>>
  /** The dialog that is open when the browser comes back by a `show` return target. */
  readonly dialogAfterReturn?: ProcessorDialog
  /** The return parameter that stands for this processor; its route is named by `upstream.slug`. */
  readonly returnParameter?: ReturnParameter
  /** Meaning of a start or complete reply; null if it cannot be read. */
  readonly interpretStartReply: (reply: unknown) => ReplyOutcome | null
  /** Meaning of a listen reply; null if it cannot be read. */
  readonly interpretListenReply?: (reply: unknown) => ReplyOutcome | null
  /**
   * Meaning of a decline in a webhook or an inquiry. It must agree with the reply, because either can come first. Default: `next`
   * for a soft decline, a general `decline` for a hard one.
   */
  readonly interpretDecline?: (decline: Decline) => ReplyOutcome
  /** The native start reply for an existing attempt in its current state. */
  readonly buildStartReply: (attempt: AttemptView) => Record<string, unknown>
  /** The native listen reply for an attempt in its current state. */
  readonly buildListenReply?: (attempt: AttemptView) => Record<string, unknown>
  /** Native fields of our own refusals (`cards.limit`, `cards.day_limit`), for clients that read only these. */
  readonly rejectionReplies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly upstream: Upstream
}
