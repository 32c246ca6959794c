import type { AttemptState, CaptureStatus, DepositState } from '@tradefront/rules/deposits/deposit-state-machine'
import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import type { AttemptAction } from '@tradefront/processors/processor'
import type { Locale } from '@tradefront/texts/locales'

/** One processor asked for a deposit. Times in ms UTC. */
export type Attempt = {
  readonly id: number
  readonly seq: number
  readonly processor: ProcessorName
  readonly charges: boolean
  readonly state: AttemptState
  readonly ourRef: string
  readonly pspRef: string | null
  readonly errorClass: string | null
  readonly action: AttemptAction | null
  readonly answers: { readonly start?: NativeReply; readonly complete?: NativeReply }
  readonly checks: number
  readonly nextCheckAtMs: number | null
  readonly waitingSinceMs: number
  readonly createdAtMs: number
}

/** A processor's native reply as the browser got it. */
export type NativeReply = Record<string, unknown>

/** Money a processor has verifiably taken, and where it is. Minor units. */
export type Capture = {
  readonly attemptId: number
  readonly processor: ProcessorName
  readonly amount: number
  readonly currency: string
  readonly place: CaptureStatus | 'refunded'
}

/** A deposit with its attempts and captures: what is decided by. Amounts in minor units, times in ms UTC. */
export type Deposit = {
  /** One more with every change: what a change is decided by must still stand when it is written. */
  readonly version: number
  readonly id: string
  readonly userId: number
  readonly cardId: number | null
  readonly country: string
  readonly amount: number
  readonly currency: 'USD' | 'EUR' | 'GBP' | 'RUB'
  readonly bonus: number
  /** Turnover that the bonus will ask for. */
  readonly turnover: number
  readonly fixed: boolean
  readonly plan: readonly ProcessorName[]
  readonly state: DepositState
  readonly reason: string | null
  readonly reasonText: string | null
  readonly idemKey: string | null
  readonly requestHash: string | null
  readonly counted: boolean
  readonly closing: boolean
  readonly createdAtMs: number
  readonly endedAtMs: number | null
  readonly attempts: readonly Attempt[]
  readonly captures: readonly Capture[]
}

/** A deposit with what is shown beside it. */
export type DepositWithContext = Deposit & {
  /** The trader's, for what is told without a request. */
  readonly language: Locale
  readonly card: { readonly brand: string; readonly last4: string } | null
  /** Cash and bonus of the account now, minor units. */
  readonly balance: number
}

/** The attempt nobody has decided yet, if there is one. */
export function findActiveAttempt(deposit: Deposit): Attempt | null {
  return deposit.attempts.find((attempt) => isActiveState(attempt.state)) ?? null
}

/** The processor whose turn it is: the first of the plan not tried yet, while the deposit is open and nothing is undecided. */
export function findNextProcessor(deposit: Deposit): ProcessorName | null {
  if (deposit.closing || !isOpen(deposit) || findActiveAttempt(deposit) !== null) return null
  return listRemainingProcessors(deposit)[0] ?? null
}

/** What the plan has left. */
export function listRemainingProcessors(deposit: Deposit): ProcessorName[] {
  return deposit.plan.filter((name) => !deposit.attempts.some((attempt) => attempt.processor === name))
}

/** Whether the deposit may still ask a processor. */
export function isOpen(deposit: Deposit): boolean {
  return deposit.state === 'open' || deposit.state === 'processing'
}

/** The capture on the account for this deposit, if there is one. */
export function findCreditedCapture(deposit: Deposit): Capture | null {
  return deposit.captures.find(({ place }) => place === 'credited' || place === 'credited_late') ?? null
}
