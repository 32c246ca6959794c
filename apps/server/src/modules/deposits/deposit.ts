import type { StepAction as ActionView } from '@tradefront/contract/deposits'
import { type ProcessorName, processorNames } from '@tradefront/contract/processor-names'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { type ClaimCode, isClaimCode } from '@tradefront/rules/deposits/claims'
import {
  type AttemptState,
  captureAccounts,
  type CaptureStatus,
  type DepositState,
  isActiveState,
  isOpenState,
} from '@tradefront/rules/deposits/deposit-state-machine'
import type { PaidWith } from '@tradefront/rules/deposits/undone-texts'
import type { Currency } from '@tradefront/rules/ledger/money'
import type { Locale } from '@tradefront/texts/locales'

export type Payer = { readonly id: number; readonly language: Locale }

/** Step that an attempt waits for. The page of a dialog is opened by the server and not sent to the browser. */
export type AttemptAction =
  | Exclude<ActionView, { kind: 'dialog' }>
  | (Extract<ActionView, { kind: 'dialog' }> & { readonly url?: string | undefined })

/** Code of a processor, or in its place the coin of an invoice or the method of a claim. */
export type ProcessorCode = ProcessorName | InvoiceCoin | ClaimCode

export type PaymentMethod = 'card' | 'crypto' | 'wallet'

/** Times in ms UTC. */
export type Attempt = {
  readonly id: number
  readonly seq: number
  readonly processor: ProcessorCode
  /** False for processors that only check the card. */
  readonly isCharging: boolean
  readonly state: AttemptState
  /** Called `transaction_id` in requests and replies. */
  readonly reference: string
  readonly processorReference: string | null
  readonly errorClass: string | null
  readonly action: AttemptAction | null
  /** True if the trader was sent to a page of the bank or processor. */
  readonly hadPage: boolean
  /** Replies that are repeated when a call comes again with the same idempotency key. */
  readonly replayedReplies: { readonly start?: NativeReply; readonly complete?: NativeReply }
  readonly inquiryCount: number
  readonly nextCheckAtMs: number | null
  readonly waitingSinceMs: number
  readonly createdAtMs: number
}

export type NativeReply = Record<string, unknown>

/** `number` is above 1 if the processor has charged the attempt more than once. */
export type CaptureKey = { readonly attemptId: number; readonly number: number }

/** Minor units. */
export type Capture = CaptureKey & {
  /** Grows with each change of status, and names the ledger entry. */
  readonly movement: number
  readonly processorReference: string | null
  readonly processor: ProcessorCode
  readonly amount: number
  readonly currency: string
  readonly status: CaptureStatus
  /** True if the trader decided to keep money that was credited late. */
  readonly isKept: boolean
}

/** Amounts are in minor units, times in ms UTC. */
export type Deposit = {
  readonly id: string
  /** Version for optimistic locking. */
  readonly version: number
  readonly userId: number
  readonly method: PaymentMethod
  readonly cardId: number | null
  /** E.g. visa and 4242. */
  readonly instrumentKind: string | null
  readonly instrumentHint: string | null
  readonly country: string
  readonly amount: number
  readonly currency: Currency
  readonly bonus: number
  readonly wageringRequired: number
  /** Most that the bonus releases to cash when its turnover is done. */
  readonly releaseMax: number
  /** True if the deposit has no bonus. */
  readonly isFixed: boolean
  readonly processorOrder: readonly ProcessorCode[]
  readonly state: DepositState
  /** Text key of the failure or review. */
  readonly reason: string | null
  /** Text of the processor about the reason. */
  readonly reasonText: string | null
  readonly idempotencyKey: string | null
  /** Hash of the request in hex. */
  readonly requestHash: string | null
  /** True if the deposit counts for the day limit. */
  readonly isCounted: boolean
  readonly isCloseRequested: boolean
  readonly createdAtMs: number
  readonly endedAtMs: number | null
  readonly attempts: readonly Attempt[]
  readonly captures: readonly Capture[]
}

/** Bonus and turnover that a promo code has added to a deposit, in minor units. */
export type DepositPromo = {
  readonly code: string
  readonly bonus: number
  readonly required: number
  readonly releaseMax: number
}

export type DepositWithContext = Deposit & {
  readonly promo: DepositPromo | null
  /** Language of messages outside a request. */
  readonly language: Locale
  /** Minor units. */
  readonly balance: number
}

export function isOpen(deposit: Deposit): boolean {
  return isOpenState(deposit.state)
}

export function findActiveAttempt(deposit: Deposit): Attempt | null {
  return deposit.attempts.find((attempt) => isActiveState(attempt.state)) ?? null
}

export function findAttempt(deposit: Deposit | null, reference: string): Attempt | undefined {
  return deposit?.attempts.find((attempt) => attempt.reference === reference)
}

/** Returns null while an attempt is active, and after the end. */
export function findNextProcessor(deposit: Deposit): ProcessorName | null {
  if (deposit.isCloseRequested || !isOpen(deposit) || findActiveAttempt(deposit) !== null) return null
  return listRemainingProcessors(deposit)[0] ?? null
}

export function listRemainingProcessors(deposit: Deposit): ProcessorName[] {
  return deposit.processorOrder
    .filter(isKnownProcessor)
    .filter((name) => !deposit.attempts.some((attempt) => attempt.processor === name))
}

/** Returns false for coins and claims, and for a processor that was removed from the product after the deposit was opened. */
export function isKnownProcessor(name: string): name is ProcessorName {
  return processorNames.some((known) => known === name)
}

export function findCreditedCapture(deposit: Deposit): Capture | null {
  return deposit.captures.find(({ status }) => status === 'credited' || status === 'credited_late') ?? null
}

/** Lists captures whose money reached the account and is still there: several payments of an invoice, else at most one. */
export function listCreditedCaptures(deposit: Deposit): Capture[] {
  return deposit.captures.filter(({ status }) => captureAccounts[status] === 'cash')
}

/** Returns the sum of credited money, in minor units. */
export function sumCredited(deposit: Deposit): number {
  return listCreditedCaptures(deposit).reduce((sum, { amount }) => sum + amount, 0)
}

export function getPaidWith({ method, processorOrder }: Deposit): PaidWith {
  if (method === 'crypto') return 'coins'
  return processorOrder.some(isClaimCode) ? 'claim' : method
}

export function listCapturesOfAttempt(deposit: Deposit, attemptId: number): Capture[] {
  return deposit.captures.filter((capture) => capture.attemptId === attemptId)
}

export function findCapture(deposit: Deposit, { attemptId, number }: CaptureKey): Capture | undefined {
  return deposit.captures.find((capture) => capture.attemptId === attemptId && capture.number === number)
}

export function computeNextMovement(deposit: Deposit, attemptId: number): number {
  return Math.max(0, ...listCapturesOfAttempt(deposit, attemptId).map(({ movement }) => movement)) + 1
}
